# What float storage leaves of motion, against double, over the distance from the frame's origin.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 3 margins 0.075, 0.985, 0.30, 0.88 spacing 0.02, 0.05 \
    title "Leftover motion of what hangs still, stored in float and in double" noenhanced
set logscale xy
set format y power_of_ten
set xrange [0.05:200]
set yrange [1e-31:1e-3]
# A distance of 0 is drawn at 0.1.
set xtics ("0" 0.1, "1" 1, "10" 10, "100" 100)
set xlabel "distance from the frame's origin [m]"
set ylabel "largest kinetic energy of the last quarter [J]"
set ytics add ("none" 1e-30)
at(x) = x > 0 ? x : 0.1
kept(x) = x > 1e-30 ? x : 1e-30
on(scene, solver, value) = strcol(1) eq scene && strcol(2) eq solver ? kept(value) : NaN
# Each panel carries a third of the key.
shown(panel, p, text) = panel == p ? text : ""

scenes = "chain corners edge"
titles = "'a chain' 'a sheet on two corners' 'a sheet on one edge'"
solvers = "avbd vbd xpbd"
columns_wanted = "kinetic_double kinetic_float kinetic_rounding"
do for [p = 1:3] {
    scene = word(scenes, p)
    set title word(titles, p)
    if (p > 1) { unset ylabel; set format y ""; set ytics add ("" 1e-30) }
    set key at graph 0.5, -0.2 top center maxrows 3 nobox
    plot for [s = 1:3] table(columns_wanted) using (at($3)):(on(scene, word(solvers, s), $5)) \
             with linespoints linetype s dashtype 1 title shown(1, p, word(solvers, s).", float".(s == 1 ? " (shipped solver)" : "")), \
         table(columns_wanted) using (at($3)):(on(scene, "avbd", $6)) with lines linewidth 3 \
             dashtype 1 linecolor "#b0b0b0" title shown(2, p, "every particle off by one float a substep"), \
         for [s = 1:3] table(columns_wanted) using (at($3)):(on(scene, word(solvers, s), $4)) \
             with linespoints linetype s dashtype 3 pointsize 0.7 title shown(3, p, word(solvers, s).", double".(s == 1 ? " (reference)" : ""))
}
unset multiplot
