# Every chain and budget as a point: how far it still moves, against the allowance of its tethers.
load "plots/style.gp"

set title "A straight chain squirms on tethers of just its own length, and rests when they are 0.2 % longer (7 budgets, 2 lengths each)"
set xlabel "what a tether is longer than the way along the chain [1]"
set ylabel "furthest move in the last half second, over the reach [1]"
set logscale xy
set format y power_of_ten
set xrange [3e-5:0.12]
set yrange [1e-13:3]
set xtics ("0" 6e-5, "0.0003" 3e-4, "0.001" 1e-3, "0.002" 2e-3, "0.004" 4e-3, "0.01" 1e-2, "no tethers" 6e-2)
set label 2 "shipped" at 2e-3, 0.9 center
set key left bottom title "links of"
set arrow 1 from graph 0, first 5e-4 to graph 1, first 5e-4 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "awake above, sleeps below" at 4e-5, 1.6e-4 left
set object 1 rectangle from 1.6e-3, graph 0 to 2.5e-3, graph 1 behind fillcolor "#e8e8e8" fillstyle solid noborder

# Columns: allowance, budget, links, moved. Points of one allowance are spread by their spacing.
spacings = values("spacing_m")
place(allowance, k) = (allowance == 0 ? 6e-5 : allowance > 1 ? 6e-2 : allowance) * (0.85 + 0.1 * k)
shown(value) = value > 1e-12 ? value : 1e-12
plot for [k = 1:words(spacings)] table("moved".only("spacing_m", word(spacings, k))) \
         using (place($1, k)):(shown($4)) with points linetype k pointsize 0.9 \
         title sprintf("%g cm", 100 * word(spacings, k))
