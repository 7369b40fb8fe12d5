# The full step's effect on the sideways energy, over f/L, with the geometric stiffness and without.
load "plots/style.gp"

set title "One vertex on one row of length L, pushed sideways by d: what the full step does to its energy"
set xlabel "pull over length, f/L, in units of m/h^2 [1]"
set ylabel "1 + change of energy over m d^2/(2h^2) [1]"
set logscale xy
set format xy power_of_ten
set xrange [0.07:1.5e5]
set yrange [0.03:1e6]
set key top left

# The step is not allowed to climb above 1.
set object 1 rectangle from graph 0, first 1 to graph 1, graph 1 behind fillcolor "#fbeae4" \
    fillstyle solid noborder
set label 1 "climbs" at graph 0.985, graph 0.42 right textcolor "#a04020"
set label 2 "falls" at graph 0.985, graph 0.05 right textcolor "#205080"
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 dashtype 3 linecolor "#606060"
set label 3 "f/L = m/h^2" at 1.15, graph 0.62 textcolor "#404040"

at(arm, offset) = table("change_lateral --where pose=balanced --where geometric=".arm." --where offset=".offset)

plot at("dropped", "0.01") using 1:(1 + $2) with linespoints linetype 1 \
         title "geometric stiffness dropped, d = 0.01 L", \
     at("dropped", "1") using 1:(1 + $2) with linespoints linetype 2 title "dropped, d = L", \
     at("kept", "0.01") using 1:(1 + $2) with linespoints linetype 3 \
         title "kept (shipped), d = 0.01 L", \
     at("kept", "1") using 1:(1 + $2) with linespoints linetype 4 title "kept (shipped), d = L", \
     x with lines linewidth 1 dashtype 3 linecolor "#000000" title "law for small d: f/L over m/h^2"
