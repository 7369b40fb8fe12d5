# The total energy's largest climb and its late gain against stiffness, at several iteration counts.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2
set xlabel "stiffness over m/h^2 [1]"
set logscale xy
set format x power_of_ten
set format y power_of_ten
set xrange [0.2:500]
set key top left

set object 1 rectangle from 8, graph 0 to 10, graph 1 behind fillcolor "#f0d8d0" fillstyle solid noborder
set label 1 "8 to 10: as claimed" at 9, graph 0.04 center textcolor "#803010"

# Column 1 is the ratio.
two = prefer("substeps", "2")
arm(shape, iterations) = table("climb_share energy_gain potential".only("shape", shape).only("substeps", two). \
    only("iterations", iterations))
kind(n) = n <= 1 ? 1 : n <= 2 ? 2 : n <= 4 ? 3 : n <= 8 ? 4 : 5
colour(n) = word("#000000 #e69f00 #56b4e9 #009e73 #cc79a7", kind(n))
name_of(n) = n.(n == 1 ? " iteration" : " iterations").(n == 4 ? " (shipped)" : "")

left = prefer("shape", "sheet")
set title "Hanging ".left.": how far its energy climbs, ".two." substeps"
set ylabel "largest climb of the total energy over its potential [1]"
set yrange [1e-5:200]
climb(value) = value > 1e-5 ? value : 1e-5
plot for [n in values("iterations")] arm(left, n) using 1:(climb($2)) with linespoints \
    linetype kind(n) linecolor rgb colour(n) title name_of(n)

right = prefer("shape", "chain")
set title "Hanging ".right.": energy gained in the end, ".two." substeps"
set ylabel "late total energy above the start, over the potential [1]"
unset logscale y
set format y "%g"
set yrange [-0.12:0.35]
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 2 "gives energy up" at 0.25, -0.02
# The lines are those of the left.
unset key
set label 3 "adds energy" at 0.25, 0.02
plot for [n in values("iterations")] arm(right, n) using 1:($3 / $4) with linespoints \
    linetype kind(n) linecolor rgb colour(n) title name_of(n)

unset multiplot
