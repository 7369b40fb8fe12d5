# style.gp: what every picture of the lab shares. A script plots/eNN_name.gp begins with
#
#     load "plots/style.gp"
#
# and is called by `./lab plot` from the root of the tree with these variables set:
#     data     path of the result (.h5), quoted for a shell
#     labtool  path of the extractor, quoted likewise
#     out      path of the picture to write
#     name     "eNN_name"
#
# Data comes in through table(), whose argument is what follows FILE in `./lab table FILE ...`:
#
#     plot table("kinetic_late_max --where solver=avbd") using 1:2
#
# Columns are the axes, in the order of the result, then the variables asked for; an axis that --where
# gives one value has no column, so the columns are the same whether a knob was swept or set.
# `./lab table FILE` lists both. Every axis names its unit. Anything said on stderr fails the plot.

if (!exists("width")) width = 960
if (!exists("height")) height = 640

set encoding utf8
set terminal pngcairo size width, height font "DejaVu Sans,12" linewidth 1.5 background "#ffffff"
set output out

table(what) = "< ".labtool." table ".data." ".what

# What a result holds may be less than what an experiment sweeps by default. values() is the list of a
# knob's values as labtool prints them, has() says whether one of them is there, prefer() is that
# value or else the first, and chosen() makes a --where of it.
values(knob) = system(labtool." table ".data." ".knob." | sed '/^#/d; /^$/d; s/\"//g' | awk '{ printf \"%s \", $NF }'")
has(knob, value) = strstrt(" ".values(knob)." ", " ".value." ") > 0
prefer(knob, value) = has(knob, value) ? value : word(values(knob), 1)
only(knob, value) = " --where ".knob."=".value
chosen(knob, value) = only(knob, prefer(knob, value))

# A name in words: one_diagonal_hinges is one diagonal hinges.
plain(label) = (strstrt(label, "_") > 0 ? label[1:strstrt(label, "_") - 1]." ".plain(label[strstrt(label, "_") + 1:*]) : label)

# Missing is NaN: an undefined point, which breaks a line and leaves a cell of a map empty.

# A colour-blind safe sequence, told apart by dashes and points in grey as well.
set colorsequence podo
set linetype 1 dashtype 1 pointtype 7 pointsize 1
set linetype 2 dashtype 2 pointtype 5 pointsize 1
set linetype 3 dashtype 4 pointtype 9 pointsize 1
set linetype 4 dashtype 5 pointtype 11 pointsize 1
set linetype 5 dashtype (12,4,2,4) pointtype 13 pointsize 1
set linetype 6 dashtype (2,4) pointtype 6 pointsize 1
set linetype 7 dashtype (16,6) pointtype 4 pointsize 1
set linetype 8 dashtype (6,2,2,2,2,2) pointtype 8 pointsize 1

set border linewidth 0.8
set tics nomirror out scale 0.6
set grid linewidth 0.5 linetype 1 linecolor "#d8d8d8"
set key box linewidth 0.5 linecolor "#b0b0b0" opaque spacing 1.2 samplen 3 noenhanced
set title noenhanced

# Powers of ten for axes that a script makes logarithmic: set logscale x; set format x power_of_ten
power_of_ten = "10^{%L}"

# Orders of magnitude of an energy or a residual: what is below the floor counts as the floor.
order(value, floor) = value != value ? NaN : value > floor ? log10(value) : log10(floor)

# viridis, by its sixteen even steps
set palette defined ( \
     0 0.2670 0.0049 0.3294,  1 0.2827 0.1002 0.4222,  2 0.2771 0.1852 0.4899, \
     3 0.2539 0.2653 0.5300,  4 0.2220 0.3392 0.5488,  5 0.1906 0.4071 0.5561, \
     6 0.1636 0.4711 0.5581,  7 0.1391 0.5338 0.5553,  8 0.1206 0.5964 0.5436, \
     9 0.1347 0.6586 0.5176, 10 0.2080 0.7187 0.4729, 11 0.3278 0.7740 0.4066, \
    12 0.4775 0.8214 0.3182, 13 0.6473 0.8584 0.2099, 14 0.8249 0.8847 0.1062, \
    15 0.9932 0.9062 0.1439)
