# Each number of a fabric from 0 to 1, in the scene that shows it.
width = 1200
height = 900
load "plots/style.gp"

budget = prefer("budget", "2x2")
rope = prefer("budget", "2x4")
at(what, study, budget) = table(what.only("study", study).only("budget", budget))

set multiplot layout 2, 2 margins 0.075, 0.985, 0.07, 0.91 spacing 0.095, 0.12 \
    title "What does each number of a fabric come to? (substeps x iterations in a step of 1/60 s)"
set xrange [0:1]

set title "bend: how far a clamped strip stands out"
set xlabel "bend [1]"
set ylabel "tip's way out over the strip's length [1]"
set yrange [0:0.4]
set key left top
plot for [b in "1x1 2x2 3x4"] at("standing_out", "strip_sheet", prefer("budget", b)) \
         using 1:2 with lines linetype b eq "1x1" ? 2 : b eq "2x2" ? 1 : 3 linecolor "#0072b2" \
         title "sheet with hinges, ".prefer("budget", b), \
     at("standing_out", "strip_chain", budget) using 1:2 with linespoints linetype 2 linecolor "#d55e00" \
         title "chain with skip rows, ".budget

set title "damping: the rate at which speed is lost"
set xlabel "damping [1]"
set ylabel "rate [1/s]"
set yrange [0:14]
set label 1 "creeps back,\nno longer swings" at 0.97, 2.2 right
plot 10 * x with lines linetype 1 linewidth 1 linecolor "#a0a0a0" title "10 damping", \
     at("rate", "free_flight", budget) using 1:2 with linespoints linetype 1 linecolor "#0072b2" title "in free flight", \
     at("rate", "swing", budget) using 1:2 with linespoints linetype 2 linecolor "#d55e00" \
         title "a 0.9 m chain swinging"
unset label 1

set title "stretch, with the strain limit: what a drop strains"
set xlabel "stretch [1]"
set ylabel "largest strain of a link [1]"
set logscale y
set format y power_of_ten
set yrange [5e-4:0.2]
set key left bottom
plot 0.1 * 0.01**x with lines linetype 1 linewidth 1 linecolor "#a0a0a0" title "allowed", \
     for [b in "1x1 2x2 2x4"] at("strain_peak", "strain", prefer("budget", b)) using 1:2 with linespoints \
         linetype b eq "1x1" ? 1 : b eq "2x2" ? 2 : 3 title "delivered, ".prefer("budget", b)

set title "damping: what a rope of forbidden stiffness is left with"
set xlabel "damping [1]"
set ylabel "largest late kinetic energy [J]"
set yrange [1e-31:1e2]
set key right top
shown(value) = value > 1e-30 ? value : 1e-30
plot for [k = 1:words(values("budget"))] at("kinetic_late", "soft_rope", word(values("budget"), k)) \
         using 1:(shown($2)) with linespoints linetype k title word(values("budget"), k)
unset multiplot
