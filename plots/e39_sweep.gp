# What meets a capsule that flies through a sheet, how far it takes it, and what gets through a thin
# wall, speed by speed.
width = 1500
height = 540
load "plots/style.gp"

arm(variable, subject, name) = table(variable.only("subject", subject).only("arm", name))
set multiplot layout 1,3 title "Does what is fast pass unnoticed?" font ",14"
set logscale x
set xtics (2, 5, 10, 20, 40, 90, 200)
set key top right font ",10" samplen 2.5

set title sprintf("A capsule of %g cm radius meets a hanging sheet", 100.0 * word(values("capsule_m"), 1))
set xlabel "speed of the capsule [m/s]"
set ylabel "rows a step, on its way past [1]"
set xrange [1.7:240]
set yrange [-15:480]
plot arm("found", "capsule", "shipped") using 1:2 with linespoints linetype 1 linecolor rgb "#0072b2" title "looked for along its way", \
     arm("found", "capsule", "unswept") using 1:2 with linespoints linetype 2 linecolor rgb "#d55e00" title "looked for where steps end"

set title "How far does it take the sheet?"
set ylabel "furthest that cloth was taken [m]"
set xrange [1.7:48]
set yrange [-0.1:2.6]
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linetype 1 linewidth 0.8 linecolor "#909090"
set label 1 "above: slips off by its edge" at graph 0.03, first 1.07 font ",10" textcolor rgb "#606060"
set label 2 "below: parted, or never met" at graph 0.03, first 0.92 font ",10" textcolor rgb "#606060"
slow(x, y) = x < 48 ? y : NaN
plot arm("moved_finer", "capsule", "shipped") using 1:(slow($1, $2)) with linespoints linetype 3 linecolor rgb "#009e73" title "8 times the sweeps", \
     arm("moved", "capsule", "shipped") using 1:(slow($1, $2)) with linespoints linetype 1 linecolor rgb "#0072b2" title word(values("substeps"), 1)."x".word(values("iterations"), 1), \
     arm("moved", "capsule", "neither") using 1:(slow($1, $2)) with linespoints linetype 4 linecolor rgb "#e69f00" title "untraced, unstopped", \
     arm("moved", "capsule", "unswept") using 1:(slow($1, $2)) with linespoints linetype 2 linecolor rgb "#d55e00" title "looked for where steps end"
unset arrow 1
unset label 1
unset label 2

set title sprintf("36 particles shot at a wall of %g mm", 1000.0 * word(values("plate_m"), 1))
set xlabel "speed of the patch [m/s]"
set ylabel "particles behind the wall [1]"
set xrange [1.7:240]
set yrange [-1.3:50]
plot arm("through", "patch", "shipped") using 1:2 with linespoints linetype 1 linecolor rgb "#0072b2" title "shipped", \
     arm("through", "patch", "untraced") using 1:2 with linespoints linetype 2 pointsize 1.8 linecolor rgb "#d55e00" title "ways not traced in a substep", \
     arm("through", "patch", "unstopped") using 1:2 with linespoints linetype 4 linecolor rgb "#e69f00" title "visits not stopped"
unset multiplot
