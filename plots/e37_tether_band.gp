# Over-reach and rest against the penalty of the tethers.
width = 1200
height = 560
load "plots/style.gp"

set multiplot layout 1, 2 title "A strand dropped through 90 degrees, its tethers of other penalties: is it held, and does it rest?"
set xlabel "penalty of the tethers over m/h^2 [1]"
set logscale xy
set xtics (0.5, 1, 2, 4, 8, 16, 32, 64)
set xrange [0.4:80]
set arrow 1 from 8, graph 0 to 8, graph 1 nohead linetype 1 linewidth 1 linecolor "#606060"
set label 1 "shipped" at 8.5, graph 0.04 textcolor rgb "#606060"

multipliers = chosen("multipliers", "with")
allowance = chosen("allowance", "with")
arm(variable, budget) = table(variable.multipliers.allowance.chosen("catch", "with").only("substeps", budget[1:1]).only("iterations", budget[3:3]))
shown = ""
do for [b in "1x1 1x4 2x2 2x4"] { if (has("substeps", b[1:1]) && has("iterations", b[3:3])) { shown = shown." ".b } }
colour(k) = word("#000000 #e69f00 #56b4e9 #009e73", k)

set ylabel "largest reach beyond the length [%]"
set yrange [0.1:10]
plot for [k=1:words(shown)] arm("reach", word(shown, k)) using 1:(100 * ($2 - 1)) \
         with linespoints linetype k linecolor rgb colour(k) title word(shown, k)

set ylabel "largest late kinetic energy [J]"
set format y power_of_ten
set yrange [1e-13:1e-3]
set key left top
plot for [k=1:words(shown)] arm("kinetic_late_max", word(shown, k)) using 1:2 \
         with linespoints linetype k linecolor rgb colour(k) title word(shown, k)
unset multiplot
