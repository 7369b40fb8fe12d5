# The energy along the worst updates, over the length of the step, and where the cap stops them.
load "plots/style.gp"

set title "Worst updates: a direction of descent is not a step that descends"
set xlabel "step length t over the full step [1]"
set ylabel "1 + change of the vertex energy over the energy scale at t = 0 [1]"
set logscale xy
set format xy power_of_ten
set xrange [1e-5:1.5]
set yrange [0.1:*]
set key top left

set object 1 rectangle from graph 0, first 1 to graph 1, graph 1 behind fillcolor "#fbeae4" \
    fillstyle solid noborder
set label 1 "climbs" at 2e-5, 3 textcolor "#a04020"
set label 2 "falls" at 2e-5, 0.3 textcolor "#205080"

of(scene, which, what) = table(what." --where scene=".scene." --where worst_of=".which)

plot of("absurd", "cut", "length energy") using 2:3 with lines linetype 1 linewidth 2 \
         title "absurd, an update that the cap cuts", \
     of("absurd", "cut", "t_cap energy_cap") using 1:2 with points pointtype 7 pointsize 2 \
         linecolor "#000000" title "where the cap (shipped) stops it", \
     of("absurd", "whole", "length energy") using 2:3 with lines linetype 2 linewidth 2 \
         title "absurd, inside the shortest row: not cut", \
     of("whip", "whole", "length energy") using 2:3 with lines linetype 3 linewidth 2 \
         title "whip: soft edges of 10,000 m/h^2, 10 m/s", \
     "< echo 1 1" using 1:2 with points pointtype 1 pointsize 2 linecolor "#606060" \
         title "t = 1, the full step"
