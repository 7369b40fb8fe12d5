# The energy along the worst updates, over the length of the step, and where the cap stops them.
load "plots/style.gp"

set title "Worst updates: a direction of descent is not a step that descends"
set xlabel "step length t over the full step [1]"
set ylabel "1 + change of the vertex energy over the energy scale at t = 0 [1]"
set logscale xy
set format xy power_of_ten
set xrange [1e-5:1.5]
set yrange [0.1:*]
set key top left enhanced

set object 1 rectangle from graph 0, first 1 to graph 1, graph 1 behind fillcolor "#fbeae4" \
    fillstyle solid noborder
set label 1 "climbs" at 2e-5, 3 textcolor "#a04020"
set label 2 "falls" at 2e-5, 0.3 textcolor "#205080"
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 dashtype 3 linecolor "#606060"
set label 3 "full step" at 0.9, 0.25 right textcolor "#404040"

of(scene, which, what) = table(what." --where scene=".scene." --where worst_of=".which)

# A scene of which no update climbs has no line.
climbs(scene) = words(system(substr(of(scene, "whole", "energy"), 3, -1)." | grep -v -e '^#' -e NaN")) > 0
calm = (climbs("cape") ? "" : "cape ").(climbs("whip") ? "" : "whip ")
if (words(calm) > 0) set label 4 calm."(not drawn): no update climbs" at 2e-5, graph 0.66 textcolor "#404040"

plot of("absurd", "cut", "length energy") using 2:3 with lines linetype 1 linewidth 2 \
         title "absurd, an update that the cap cuts", \
     of("absurd", "cut", "t_cap energy_cap") using 1:2 with points pointtype 7 pointsize 2 \
         linecolor "#000000" title "where the cap (shipped) stops it", \
     of("absurd", "whole", "length energy") using 2:3 with lines linetype 2 linewidth 2 \
         title "absurd, inside the shortest row: not cut", \
     of("whip", "whole", "length energy") using 2:3 with lines linetype 3 linewidth 2 \
         title (climbs("whip") ? "whip: soft edges of 10,000 m_{eff}/h^2, 10 m/s" : "")
