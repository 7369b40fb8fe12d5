# Errors of force and block over the step of the differences: what is right falls, what is wrong stays.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2
set logscale xy
set format xy power_of_ten
set xrange [7e-6:0.15]
set yrange [1e-15:1e7]
set xlabel "step of the differences over the row's size [1]"
set key top left

set arrow 1 from graph 0, first 1e-6 to graph 1, first 1e-6 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "limit 1e-6" at 8e-6, 4e-6 left textcolor "#a04020"
set arrow 2 from 1e-3, graph 0 to 1e-3, graph 1 nohead linewidth 1 dashtype 3 linecolor "#606060"
set label 2 "judged" at 1.1e-3, 3e-15 textcolor "#404040"

of(what, kind, arm) = table(what." --where kind=".kind." --where law=hard --where load=pull --where arm=".arm)

set title "Force against differences of the energy"
set ylabel "worst relative error of 1,000 states [1]"
plot of("gradient", "stretch", "shipped") using 1:2 with linespoints linetype 1 title "stretch", \
     of("gradient", "skip", "shipped") using 1:2 with linespoints linetype 2 title "skip", \
     of("gradient", "chain_bend", "shipped") using 1:2 with linespoints linetype 3 title "chain bend", \
     of("gradient", "hinge_bend", "shipped") using 1:2 with linespoints linetype 4 title "hinge bend", \
     of("gradient", "limit", "shipped") using 1:2 with linespoints linetype 5 title "strain limit", \
     of("gradient", "tether", "shipped") using 1:2 with linespoints linetype 6 title "tether", \
     of("gradient", "leash", "shipped") using 1:2 with linespoints linetype 8 title "leash"

set title "Block against differences of the force"
unset ylabel
plot of("hessian", "stretch", "shipped") using 1:2 with linespoints linetype 1 notitle, \
     of("hessian", "skip", "shipped") using 1:2 with linespoints linetype 2 notitle, \
     of("hessian", "chain_bend", "shipped") using 1:2 with linespoints linetype 3 notitle, \
     of("hessian", "hinge_bend", "shipped") using 1:2 with linespoints linetype 4 notitle, \
     of("hessian", "limit", "shipped") using 1:2 with linespoints linetype 5 notitle, \
     of("hessian", "tether", "shipped") using 1:2 with linespoints linetype 6 notitle, \
     of("hessian", "leash", "shipped") using 1:2 with linespoints linetype 8 notitle, \
     of("hessian", "stretch", "no_geometric") using 1:2 with linespoints linetype 7 \
         title "stretch, no geometric part; others as left"
unset multiplot
