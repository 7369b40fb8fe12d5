# What is left of the motion, soft stiffness by stiffness, beside the hard rows.
load "plots/style.gp"

set title "A hanging chain after 20,000 steps: penalties of every stiffness beside hard rows"
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
set label 2 "hard rows" at 30000, graph 0.95 center

# Columns: links, ratio, iterations, then what is asked for. Hard rows have an infinite ratio: drawn
# at the right; what is 0 to the last bit is drawn at the floor.
arm(links, iterations) = table("kinetic_late_max --where links=".links." --where iterations=".iterations)
soft(value) = value < 1e300 ? value : NaN
hard(value) = value < 1e300 ? NaN : 30000
shown(value) = value > 1e-30 ? value : 1e-30
colour(n) = n == 1 ? "#000000" : n == 2 ? "#e69f00" : n == 3 ? "#56b4e9" : "#009e73"

plot arm("80", "4") using (soft($2)):(shown($4)) with linespoints linetype 2 linecolor rgb colour(2) title "80 links, 2x4", \
     arm("20", "4") using (soft($2)):(shown($4)) with linespoints linetype 1 linecolor rgb colour(1) title "20 links, 2x4", \
     arm("80", "8") using (soft($2)):(shown($4)) with linespoints linetype 4 linecolor rgb colour(4) title "80 links, 2x8", \
     arm("20", "8") using (soft($2)):(shown($4)) with linespoints linetype 3 linecolor rgb colour(3) title "20 links, 2x8", \
     arm("80", "4") using (hard($2)):(shown($4)) with points pointtype 5 pointsize 1.6 linecolor rgb colour(2) notitle, \
     arm("20", "4") using (hard($2)):(shown($4)) with points pointtype 7 pointsize 1.6 linecolor rgb colour(1) notitle, \
     arm("80", "8") using (hard($2)):(shown($4)) with points pointtype 11 pointsize 1.6 linecolor rgb colour(4) notitle, \
     arm("20", "8") using (hard($2)):(shown($4)) with points pointtype 9 pointsize 1.6 linecolor rgb colour(3) notitle
