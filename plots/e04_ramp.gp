# Strain and rest against the ramp, for bands that let it act and for one that does not.
load "plots/style.gp"

set title "20 hard links: what growing penalties do to the residual"
set xlabel "beta: growth of a penalty at a dual update [N/m^2]; 0 is drawn at 0.1"
set ylabel "rms strain at the end [%]"
set logscale xy
set format x power_of_ten
set format y "%g"
set xrange [0.05:2e9]
set yrange [0.5:80]
set key top right

set arrow 1 from 1e5, graph 0 to 1e5, graph 1 nohead linetype 2 linewidth 2 linecolor "#c04000"
set label 1 "shipped 1e5" at 1.3e5, 20 textcolor "#c04000"

# Columns: beta, band_span, gamma, then what is asked for.
arm(span, gamma) = table("strain_rms --where band_span=".span." --where gamma=".gamma)
beta(value) = value > 0 ? value : 0.1

plot arm("64", "0.5") using (beta($1)):(100 * $4) with linespoints linetype 3 title "ramp 1:64, gamma 0.5", \
     arm("8", "0.5") using (beta($1)):(100 * $4) with linespoints linetype 4 title "ramp 1:8, gamma 0.5", \
     arm("64", "1") using (beta($1)):(100 * $4) with linespoints linetype 2 title "ramp 1:64, gamma 1", \
     arm("8", "1") using (beta($1)):(100 * $4) with linespoints linetype 5 linecolor "#cc79a7" title "ramp 1:8, gamma 1", \
     arm("1", "1") using (beta($1)):(100 * $4) with linespoints linetype 1 linewidth 2 linecolor "#000000" \
         title "one value (shipped): equal to the last bit"
