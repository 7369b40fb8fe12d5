# Depth by the band at each budget, with and without a multiplier; depth under load; what limits the
# band; and how much of a step's mechanisms matter.
width = 1280
height = 860
load "plots/style.gp"

set multiplot layout 2, 2 title "How stiff may the penalty of a contact be, and is a multiplier needed beside it?" font ",15"
set logscale xy
set format y power_of_ten
set xtics (1, 2, 4, 8, 16, 32, 64, 128)
set xrange [1.6:160]
set xlabel "band: penalty of a contact over m/h^2 [1]"
set key bottom left

of(variable, scene, arm) = table(variable.only("scene", scene).only("arm", arm))
thickness_mm = 1e3 * word(values("thickness_m"), 1)

set title "A sheet put down on an edge at 8 m/s: is it in the surface?"
set ylabel "deepest [mm]"
set yrange [0.003:100]
set object 1 rectangle from graph 0, first thickness_mm to graph 1, graph 1 behind fillcolor "#f0dcd8" fillstyle solid noborder
set label 1 "in the surface (thickness 4 mm)" at graph 0.98, graph 0.95 right textcolor "#a04020"
plot of("depth", "edge_8", "soft") using 1:($2 * 1e3) with linespoints linetype 2 title "soft, 2x4", \
     of("depth", "edge_8", "hard_1x1") using 1:($2 * 1e3) with linespoints linetype 3 title "hard, 1x1", \
     of("depth", "edge_8", "hard_2x2") using 1:($2 * 1e3) with linespoints linetype 4 title "hard, 2x2", \
     of("depth", "edge_8", "hard_2x4") using 1:($2 * 1e3) with linespoints linetype 1 linewidth 2 title "hard, 2x4", \
     of("depth", "edge_8", "hard_3x4") using 1:($2 * 1e3) with linespoints linetype 6 title "hard, 3x4"

set title "Ropes over a peg, 2x4: how deep does a load stay?"
set ylabel "deepest, late [mm]"
set yrange [1e-5:30]
set label 1 "in the surface" at graph 0.98, graph 0.95 right textcolor "#a04020"
plot of("depth_late", "load_50", "soft") using 1:($2 * 1e3) with linespoints linetype 2 title "50 weights, soft", \
     of("depth_late", "load_50", "hard_2x4") using 1:($2 * 1e3) with linespoints linetype 1 linewidth 2 title "50 weights", \
     of("depth_late", "load_15", "hard_2x4") using 1:($2 * 1e3) with linespoints linetype 3 title "15 weights", \
     of("depth_late", "load_5", "hard_2x4") using 1:($2 * 1e3) with linespoints linetype 4 title "5 weights"
unset object 1
unset label 1

set title "What limits the band: motion that is left in loaded ropes"
set ylabel "largest late kinetic energy [J]"
set yrange [1e-8:1e4]
set key top left
plot of("kinetic_late", "load_50", "hard_2x4") using 1:2 with linespoints linetype 3 title "50 weights, 2x4", \
     of("kinetic_late", "load_15", "hard_2x2") using 1:2 with linespoints linetype 4 title "15 weights, 2x2", \
     of("kinetic_late", "load_15", "hard_2x4") using 1:2 with linespoints linetype 1 linewidth 2 title "15 weights, 2x4", \
     of("kinetic_late", "load_5", "hard_2x4") using 1:2 with linespoints linetype 6 title "5 weights, 2x4"

set title "A ramp (beta 1e5) knows newtons, not masses: edge, 4 m/s, 2x4"
set ylabel "deepest [mm]"
set yrange [0.0005:100]
set key bottom left
set object 1 rectangle from graph 0, first thickness_mm to graph 1, graph 1 behind fillcolor "#f0dcd8" fillstyle solid noborder
set label 1 "in the surface" at graph 0.98, graph 0.95 right textcolor "#a04020"
plot of("depth", "heavy_4", "decay") using 1:($2 * 1e3) with linespoints linetype 2 title "300 g a particle, ramp that decays", \
     of("depth", "heavy_4", "ramp") using 1:($2 * 1e3) with linespoints linetype 3 title "300 g, ramp", \
     of("depth", "light_4", "ramp") using 1:($2 * 1e3) with linespoints linetype 4 title "0.3 g, ramp", \
     of("depth", "heavy_4", "hard_2x4") using 1:($2 * 1e3) with linespoints linetype 1 linewidth 2 title "300 g, one value", \
     of("depth", "light_4", "hard_2x4") using 1:($2 * 1e3) with points linetype 6 pointsize 2 title "0.3 g, one value"
unset multiplot
