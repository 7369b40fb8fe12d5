# The warm start: the map over alpha and gamma, and every point of it over their product alone.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2

# The map.

twenty = prefer("links", "20")
set title twenty." links: what is left of the motion after ".word(values("steps"), 1)." steps"
set xlabel "alpha: share of the multiplier carried into a substep [1]"
set ylabel "gamma: decay of penalties and multipliers [1]"
set cblabel "log_{10} of the largest late kinetic energy [J]" offset 0.5
set cbrange [-16:4]
set key inside left bottom textcolor "#ffffff" opaque fillcolor "#404040"
set rmargin 12

# What diverged has no energy and shows as the ground.
set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fillcolor "#b8b8b8" fillstyle solid noborder

set autoscale noextend
set samples 400

hyperbola(product, x) = x > product ? product / x : NaN
chain(links, inertia) = table("kinetic_late_max".only("links", links).chosen("inertia", inertia))

curves = "hyperbola(0.37, x) with lines linetype 1 linecolor '#ffffff' linewidth 2.5 title 'alpha gamma = 0.37: the cliff', ". \
    "hyperbola(0.25, x) with lines linetype 2 linecolor '#ff8c69' linewidth 2 title 'alpha gamma = 0.25: shipped'"

# A map wants two values a side; a line of it is drawn as points.
if (words(values("alpha")) > 1 && words(values("gamma")) > 1) {
    plot chain(twenty, "m_eff") using 1:2:(order($3, 1e-16)) with image notitle, @curves
} else {
    set xrange [-0.02:1.02]
    set yrange [-0.02:1.02]
    plot chain(twenty, "m_eff") using 1:2:(order($3, 1e-16)) with points pointtype 5 pointsize 2 palette notitle, @curves
    set yrange [*:*]
}

# The same points over the product, for other chains and another band.

unset object 1
unset colorbox
set title "All points over the product: nothing else counts"
set xlabel "alpha gamma [1]"
set ylabel "largest late kinetic energy [J]"
set logscale y
set format y power_of_ten
set yrange [1e-26:1e6]
set xrange [0:1]
set rmargin 3
set key at graph 0.99, graph 0.41 right top samplen 1 width -3 textcolor "#000000" opaque fillcolor "#ffffff"
set arrow 1 from 0.25, graph 0 to 0.25, graph 1 nohead linetype 2 linewidth 2 linecolor "#c04000"
set label 1 "shipped 0.25" at 0.26, 1e4 textcolor "#c04000"
set arrow 2 from graph 0, first 1e-12 to graph 1, first 1e-12 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 2 "at rest below 1e-12 J" at 0.6, 3e-11

product(a, b) = a * b
# Rounding alone: drawn at the floor.
shown(value) = value > 1e-24 ? value : 1e-24
kind(links) = links == 20 ? 1 : links == 5 ? 3 : links == 10 ? 4 : 5

plot for [n in values("links")] chain(n, "m_eff") using (product($1, $2)):(shown($3)) with points \
         linetype kind(n) pointsize 0.7 title n." links", \
     for [i in (has("inertia", "plain") ? "plain" : "")] chain(twenty, i) using (product($1, $2)):(shown($3)) \
         with points linetype 6 pointsize 0.7 title twenty." links, plain-mass band"

unset multiplot
