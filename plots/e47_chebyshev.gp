# What rho does to a landing sheet and a hanging cape, over what there is without it.
width = 1280
height = 820
load "plots/style.gp"

set multiplot layout 2, 2 title "Does Chebyshev acceleration of the sweeps buy anything? (1: as without it; below 1 is better)" font ",15"
set xrange [0:1]
set xlabel "rho [1]"
set key top left
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 1 dashtype 3 linecolor "#606060"

of(variable, scene, budget) = table(variable.only("scene", scene).only("budget", budget))
# The first row is rho 0: everything is over it.
base = 1.0
over(x, y) = (x == 0 ? (base = y) : 0, y / base)
budgets = values("budget")
kind(b) = b eq "2x4" ? 1 : b eq "2x2" ? 4 : 3
other(b) = b eq "2x4" ? 2 : b eq "2x2" ? 8 : 6

set title "Sheet put down on a sphere at 3 m/s: deepest"
set ylabel "depth over that without [1]"
set logscale y
set yrange [0.3:30]
plot for [b in budgets] of("depth", "landing", b) using 1:(over($1, $2)) with linespoints linetype kind(b) title b

set title "Cape hung by its collar: rms strain, late"
set ylabel "strain over that without [1]"
set yrange [0.3:30]
plot for [b in budgets] of("stretch_late", "cape", b) using 1:(over($1, $2)) with linespoints linetype kind(b) title b

set title "Motion that is left, late"
set ylabel "kinetic energy over that without [1]"
set yrange [0.1:1e11]
set format y power_of_ten
plot for [b in budgets] of("kinetic_late", "cape", b) using 1:(over($1, $2)) with linespoints linetype kind(b) title "cape, ".b, \
     for [b in budgets] of("kinetic_late", "landing", b) using 1:(over($1, $2)) with linespoints linetype other(b) title "sheet, ".b

set title "What it costs: time of a step, paired in one process"
set ylabel "time over that without [1]"
unset logscale y
set format y "%g"
set yrange [0.9:1.2]
plot for [b in budgets] of("cost", "cape", b) using 1:($1 > 0 ? $2 : NaN) with linespoints linetype kind(b) title "cape, ".b
unset multiplot
