# Directions against differences of the distance; a turning surface against where it should be.
width = 1280
height = 600
load "plots/style.gp"

set multiplot layout 1, 2
set logscale xy
set format x power_of_ten
set format y power_of_ten

shapes = "sphere capsule tapered box cylinder half-space"
known(list) = system("for a in ".list."; do case ' ".values("arm")." ' in *\" $a \"*) echo $a;; esac; done | tr '\\n' ' '")
arms = known(shapes)
turns = known("matrix nlerp slerp")
# An arm that the result lacks is a point outside the picture.
of(what, arm) = arm eq "" ? "< echo 0 1e9 1e9" : table(what.only("arm", arm))

set title "Is the way out of a shape its distance's gradient?"
set xlabel "step of the differences over the shape's radius [1]"
set ylabel "worst deviation from the kernel's direction [1]"
set xrange [1e-10:1e-2]
set yrange [1e-12:1]
set key top left
set arrow 1 from graph 0, first 1e-6 to graph 1, first 1e-6 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "claimed: 1e-6" at 8e-3, 5e-7 right
set label 2 "rounding" at 1e-9, 1e-9 center textcolor "#606060"
set label 3 "curvature,\nand its jumps on seams" at 2e-4, 1.5e-9 center textcolor "#606060"
# Columns: the sample, then the step, then the deviation.
plot for [k = 1:words(arms)] of("stepped central", word(arms, k)) using 2:(abs($3)) \
         with linespoints linetype k pointsize 0.7 title word(arms, k).", central", \
     for [k = 1:words(arms)] of("stepped four", word(arms, k)) using 2:(abs($3)) \
         with lines linetype 1 linewidth 0.8 linecolor "#b0b0b0" \
         title (k == 1 ? "four samples, normalised" : "")

unset label
unset arrow
set title "Which way of interpolating keeps a turning body its size?"
set xlabel "turn in a step [rad]"
radius = real(word(values("radius_m"), 1))
set ylabel sprintf("error of a surface %g cm from the axis [mm]", 100 * radius)
set xrange [0.045:3.2]
set format x "%g"
set xtics (0.05, 0.1, 0.2, 0.5, 1, 2, 3)
set yrange [1e-4:1e3]
unset key
set label 5 "as a matrix: shrunk by\nthis half-way (line:\nr (1 - cos(turn / 2)))" at 0.05, 200 left
set label 6 "as a normalised quaternion (kernel):\nits size is kept, it is ahead or\nbehind by this" at 3.1, 2e-3 right
set arrow 2 from 0.5, graph 0 to 0.5, graph 1 nohead linewidth 1 dashtype 3 linecolor "#606060"
set label 4 sprintf("%.1f mm at 0.5 rad", 1e3 * radius * (1 - cos(0.25))) at 0.47, 1e3 * radius * (1 - cos(0.25)) * 2 right
has_arm(arm) = strstrt(" ".turns, " ".arm." ") > 0
plot for [a in has_arm("matrix") ? "matrix" : ""] of("turned_rad lost", a) using 2:($3 * 1e3) \
         with points linetype 1 pointsize 0.8, \
     1e3 * radius * (1 - cos(x / 2)) with lines linetype 1 linewidth 1, \
     for [a in has_arm("nlerp") ? "nlerp" : ""] of("turned_rad off", a) using 2:($3 * 1e3) \
         with linespoints linetype 3 pointsize 0.6
unset multiplot
