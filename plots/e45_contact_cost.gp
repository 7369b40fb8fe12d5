# What contacts add to a frame, by how many press, and what each of them costs.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2

known = "same far_1 far_20 plane_below balls_1 balls_3 balls_5 balls_10 balls_20 capsules_20 boxes_20 crowd_64 floor"
words_of = "'a frame beside itself' 'one ball out of reach' '20 balls out of reach' 'a plane 3 m below' '1 ball' '3 balls' '5 balls' '10 balls' '20 balls' '20 capsules' '20 boxes' 'a crowd of 64 balls' 'a floor'"
place(name, k) = k > words(known) ? 0 : word(known, k) eq name ? k : place(name, k + 1)
in_words(name) = place(name, 1) > 0 ? word(words_of, place(name, 1)) : name

arms = system(labtool." table ".data." pressing | sed '/^#/d; /^$/d; s/\"//g' | cut -f 1 | tr '\n' ' '")
row(name) = sum [k = 1:words(arms)] (word(arms, k) eq name ? k : 0)

set grid xtics noytics
set ytics noenhanced nomirror out scale 0
set style fill solid 0.85 noborder
set key off
set title "What a sheet of 1,024 particles pays for what it falls on"
set xlabel "added time [%] of the frame without colliders; whiskers: median deviation"
set yrange [words(arms) + 0.6:0.4]
set xrange [-20:*]
set offsets 0, graph 0.4, 0, 0
set arrow from 0, graph 0 to 0, graph 1 nohead linewidth 1.5 linecolor "#404040" front
set arrow from 25, graph 0 to 25, graph 1 nohead linewidth 1.2 dashtype 2 linecolor "#d00000" front
set label "a quarter" at 29, graph 0.03 textcolor rgb "#d00000" front
do for [k=1:words(arms)] { set ytics add (in_words(word(arms, k)) k) }
plot table("added ratio_mad pressing") using (50 * $2):(row(strcol(1))):(0 < $2 ? 0 : 100 * $2):(0 < $2 ? 100 * $2 : 0):(row(strcol(1)) - 0.36):(row(strcol(1)) + 0.36) \
         with boxxyerror linecolor "#56b4e9" notitle, \
     "" using (100 * $2):(row(strcol(1))):(100 * $3) with xerrorbars linetype 1 linecolor "#202020" pointtype 7 pointsize 0.6 notitle, \
     "" using (100 * ($2 + $3) + 4):(row(strcol(1))):(sprintf("%+.0f %%, %d press", 100 * $2, $4)) with labels left notitle

unset arrow
unset label
unset offsets
unset ytics
set ytics nomirror
set grid xtics ytics
set title "It is the contacts that press which cost, not the colliders"
set xlabel "contacts that press"
set ylabel "added time a frame [us]"
set xrange [0:*]
set yrange [0:*]
set offsets 0, graph 0.15, 0, 0
plot table("cost_s cost_mad_s pressing") using ($4 > 0 ? $4 : NaN):(1e6 * $2):(1e6 * $3) with yerrorbars linetype 1 pointtype 7 notitle, \
     "" using ($4 > 0 ? $4 : NaN):(1e6 * $2):("  ".in_words(strcol(1))) with labels left font ",9" notitle
unset multiplot
