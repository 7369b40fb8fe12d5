# Where it begins to slide; how far it creeps below that; what each mechanism left out does; the belt
# relation of a rope.
width = 1280
height = 880
load "plots/style.gp"

set multiplot layout 2, 2 title "Does friction hold what it should, let slide what it should, and carry along?" font ",15"

of(what, study, body, arm, budget) = table(what.only("study", study).only("body", body).only("arm", arm).only("budget", budget))
floored(value) = value > 1e-14 ? value : 1e-14

set title "Down 30 degrees for a second, 2x4, friction swept about the slope (C36)"
set xlabel "tan(angle) over mu [1]"
set ylabel "way over that without friction [1]"
set xtics ("0.9" 0, "0.95" 1, "0.98" 2, "0.995" 3, "1.005" 4, "1.02" 5, "1.05" 6, "1.1" 7)
set xrange [-0.5:7.5]
set yrange [-0.01:0.1]
set key top left
set arrow 1 from 3.5, graph 0 to 3.5, graph 1 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "tan(angle) = mu" at 3.6, 0.055 textcolor "#a04020"
load_of(k) = k < 0.5 ? 0.9 : k < 1.5 ? 0.95 : k < 2.5 ? 0.98 : k < 3.5 ? 0.995 : k < 4.5 ? 1.005 : k < 5.5 ? 1.02 : k < 6.5 ? 1.05 : 1.1
form(k) = load_of(k) > 1 ? 1 - 1 / load_of(k) : 0
plot of("way_share", "sticks", "particle", "shipped", "2x4") using 1:(form($1)) with lines linetype 6 linecolor "#909090" title "1 - mu/tan(angle), or it sticks", \
     of("way_share", "sticks", "particle", "shipped", "2x4") using 1:2 with points linetype 1 pointsize 1.5 title "particle", \
     of("way_share", "sticks", "patch", "shipped", "2x4") using 1:2 with points linetype 2 pointsize 1.5 title "patch of 6 x 6"
unset arrow 1
unset label 1

set title "Creep of a patch in 10 s at 0.9 of the friction angle (C36)"
set xlabel "slope [deg]"
set ylabel "creep [m]"
set xtics 10
set xrange [5:55]
set logscale y
set format y power_of_ten
set yrange [3e-15:1]
set key center right
set arrow 1 from graph 0, first 1e-4 to graph 1, first 1e-4 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 1 "stuck: below 0.1 mm" at 32, 2.5e-5 textcolor "#a04020"
plot of("creep", "sticks", "patch", "shipped", "1x1") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 4 title "1x1", \
     of("creep", "sticks", "patch", "shipped", "2x2") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 3 title "2x2", \
     of("creep", "sticks", "patch", "shipped", "2x4") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 2 title "2x4", \
     of("creep", "sticks", "patch", "shipped", "converged") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 1 title "converged"

set title "The same at 2x4 with a mechanism left out (C37)"
set key bottom right
set yrange [1e-10:1e4]
set label 1 "stuck: below 0.1 mm" at 32, 1.5e-5
plot of("creep", "sticks", "patch", "magnitude", "2x4") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 5 title "multiplier a magnitude", \
     of("creep", "sticks", "patch", "found", "2x4") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 3 title "cap and pull as found", \
     of("creep", "sticks", "particle", "stale", "1x1") using ($1 * 10 + 10):2 with linespoints linetype 4 title "cap of the multiplier, particle, 1x1", \
     of("creep", "sticks", "patch", "shipped", "2x4") using ($1 * 10 + 10):(floored($2)) with linespoints linetype 2 title "shipped"
unset arrow 1
unset label 1

set title "Rope over a turning cylinder: tension at its hold over the weight"
set xlabel "wrap and mu"
set ylabel "tension ratio [1]"
unset logscale y
set logscale y 2
set format y "%g"
set xrange [-0.5:4.5]
set yrange [1:40]
set xtics ("90° 0.2" 0, "90° 0.5" 1, "180° 0.2" 2, "180° 0.5" 3, "270° 0.2" 4)
set key top left
wrap(k) = (k < 1.5 ? 90 : k < 3.5 ? 180 : 270) * pi / 180
mu(k) = int(k + 0.5) % 2 == 1 ? 0.5 : 0.2
plot of("rope_ratio", "winds", "particle", "shipped", "converged") using 1:(exp(mu($1) * wrap($1))) with points linetype 6 pointsize 2 linecolor "#909090" title "exp(mu wrap), no weight of its own", \
     of("rope_ratio rope_error", "winds", "particle", "shipped", "converged") using 1:2 with points linetype 1 pointsize 1.5 title "converged: the polygon's relation to 0.2 %", \
     of("rope_ratio", "winds", "particle", "shipped", "2x4") using 1:2 with points linetype 3 pointsize 1.5 title "2x4"
unset multiplot
