# How far a dragged rope is off its holder, over time, speed by speed.
load "plots/style.gp"

rope = prefer("fabric", "rope")
dt = real(word(values("step_s"), 1))
set title "A holder runs off faster than a step can correct, and stops after a second (".rope.")"
set xlabel "time [s]"
set ylabel "largest distance from the holder over the way along the rope [1]"
set logscale y
set xrange [0:2]
set yrange [0.9:40]
set key at graph 0.98, graph 0.86 right top title "speed of the holder over the\ncorrection authority"
set object 1 rectangle from 0, graph 0 to 1, graph 1 behind fillcolor "#eeeeee" fillstyle solid noborder
set label 1 "the holder runs" at 0.5, graph 0.96 center
set label 2 "it stands" at 1.5, graph 0.96 center
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 3 "1: the whole way along the rope" at 1.98, 1.12 right

# Columns: the speed where it is swept, the tick, the value.
arm(speed) = table("reach".only("event", "drag").only("fabric", rope).only("authorities", speed))
plot for [k = 1:words(values("authorities"))] arm(word(values("authorities"), k)) \
    using (($1 + 1) * dt):2 with lines linetype k linewidth 2 title word(values("authorities"), k)
