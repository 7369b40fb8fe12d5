# Four scenes over time, each with what its arm left out does: a clamp turned round, half the radius, a
# row that comes a move late; and drag's terminal speed.
width = 1280
height = 820
load "plots/style.gp"

set multiplot layout 2, 2 title "Does a row that may only pull hold at its bound and never push?" font ",15"
set grid
set key top right

of(scene, arm, budget) = table("path".only("scene", scene).only("arm", arm).only("budget", budget).chosen("rate_hz", "60"))
step_s = 1.0 / 60

set title "A particle dropped in its pose, on a leash of 0.5 m (C19, V32)"
set xlabel "time [s]"
set ylabel "way from its pose [m]"
set xrange [0:1]
set yrange [0:1.2]
set arrow 1 from graph 0, first 0.5 to graph 1, first 0.5 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "leash" at graph 0.97, first 0.54 right textcolor "#a04020"
fall(t) = 0.5 * 9.81 * t * (t + step_s)
plot fall(x) with lines linetype 6 linecolor "#909090" title "free fall", \
     of("leash", "pushing", "2x4") using ($1 * step_s):2 with lines linetype 2 title "clamp (-inf, 0]: pushed off", \
     of("leash", "shipped", "2x4") using ($1 * step_s):2 with lines linetype 1 linewidth 2 title "clamp [0, inf): held"
unset arrow 1
unset label 1

set title "A rope let go level, at slack 1 (C20)"
set ylabel "tip from its level pose, over length [1]"
set key bottom right
set xrange [0:2]
set yrange [0:1.7]
set arrow 1 from graph 0, first sqrt(2) to graph 1, first sqrt(2) nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "sqrt 2: it hangs" at graph 0.97, first 1.34 right textcolor "#a04020"
plot of("rope", "half", "2x4") using ($1 * step_s):2 with lines linetype 2 title "radius slack d: stuck 30 deg short", \
     of("rope", "shipped", "2x4") using ($1 * step_s):2 with lines linetype 1 linewidth 2 title "radius 2 slack d: hangs"
unset arrow 1
unset label 1

set title "A particle dropped beside its hold, at the end of its tether (V32)"
set ylabel "way beyond the tether [mm]"
set xrange [0.25:0.45]
set yrange [-0.5:5]
set key top right
bound = 0.501
plot of("tether", "loose", "converged") using ($1 * step_s):(($2 - bound) * 1000) with linespoints linetype 2 title "row caught a sweep late, 100 iterations", \
     of("tether", "shipped", "2x4") using ($1 * step_s):(($2 - bound) * 1000) with linespoints linetype 1 title "in the move that makes it pull, 4"

set title "A falling sheet under a drag of 2 1/s (V02)"
set xlabel "substeps a second [1/s]"
set ylabel "error of the terminal speed [m/s]"
set xrange [25:140]
set logscale xy
set format y power_of_ten
set xtics (30, 60, 120)
set yrange [1e-9:1]
set key top right
set arrow 1 from graph 0, first 4.9e-4 to graph 1, first 4.9e-4 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "1e-4 of g/c" at graph 0.97, first 1.1e-3 right textcolor "#a04020"
terminal(scene, budget) = table("error".only("scene", scene).only("arm", "shipped").only("budget", budget))
plot terminal("drag_sheet", "2x4") using 1:2 with linespoints linetype 2 title "sheet, 4 iterations", \
     terminal("drag_sheet", "converged") using 1:2 with linespoints linetype 1 title "sheet, converged", \
     terminal("drag", "2x4") using 1:2 with points linetype 3 pointsize 2 title "one particle"
unset multiplot
