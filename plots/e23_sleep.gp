# Steps until a swinging chain sleeps, fabric by fabric, against the fabric's damping.
load "plots/style.gp"

set title "Does every fabric fall asleep, the most damped first? (12 links swung at 3 m/s, 60 steps a second)"
set xlabel "damping of the fabric [1]"
set ylabel "steps until asleep [1]"
set xrange [0:0.4]
set yrange [0:1200]
set key top right

# Columns: fabric, damping, slept_step.
of(mass, spacing, budget) = table("damping slept_step".chosen("mass_kg", mass).chosen("spacing_m", spacing).chosen("budget", budget))
shown = of("0.01", "0.05", "own")

plot shown using 2:3 with points linetype 1 linecolor "#000000" title "own budget, 0.05 m, 10 g a particle", \
     shown using 2:3:1 with labels left offset 0.8,0.6 notitle, \
     of("0.0005", "0.05", "own") using 2:3 with points linetype 6 linecolor "#e69f00" title "0.5 g a particle", \
     of("0.2", "0.05", "own") using 2:3 with points linetype 7 linecolor "#56b4e9" title "200 g a particle", \
     of("0.01", "0.1", "own") using 2:3 with points linetype 3 linecolor "#009e73" title "0.1 m links", \
     of("0.01", "0.05", "2x8") using 2:3 with points linetype 8 linecolor "#cc79a7" title "2x8 for all"
