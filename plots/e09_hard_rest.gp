# What is left of the motion, soft stiffness by stiffness, beside the hard rows.
load "plots/style.gp"

set title "A hanging chain after ".word(values("steps"), 1)." steps: penalties beside hard rows (2x4: 2 substeps of 4 iterations)"
set xlabel "stiffness of the links over m/h^2 [1]"
set ylabel "largest late kinetic energy [J]"
set logscale xy
set format x power_of_ten
set format y power_of_ten
set xrange [2.5:60000]
set yrange [1e-31:1e3]
set key at graph 0.75, graph 0.40 right top

set arrow 1 from graph 0, first 1e-12 to graph 1, first 1e-12 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "at rest below 1e-12 J" at 100, 2e-11
set object 1 rectangle from 15000, graph 0 to 60000, graph 1 behind fillcolor "#e8e8e8" fillstyle solid noborder
set label 2 "hard rows\n(shipped)" at 30000, graph 0.95 center

# Hard rows have an infinite ratio: drawn at the right; what is 0 to the last bit is drawn at the
# floor. Column 1 is the ratio.
soft(value) = value < 1e300 ? value : NaN
hard(value) = value < 1e300 ? NaN : 30000
shown(value) = value > 1e-30 ? value : 1e-30
kind(links, iterations) = (links >= 80 ? 2 : 1) + (iterations > 4 ? 2 : 0)
colour(links, iterations) = word("#000000 #e69f00 #56b4e9 #009e73", kind(links, iterations))
arm(links, iterations) = table("kinetic_late_max".only("links", links).only("iterations", iterations))

plot for [n in values("iterations")] for [l in values("links")] arm(l, n) using (soft($1)):(shown($2)) \
         with linespoints linetype kind(l, n) linecolor rgb colour(l, n) \
         title l." links, ".word(values("substeps"), 1)."x".n, \
     for [n in values("iterations")] for [l in values("links")] arm(l, n) using (hard($1)):(shown($2)) \
         with points linetype kind(l, n) pointsize 1.6 linecolor rgb colour(l, n) notitle
