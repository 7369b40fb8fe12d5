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
set label 1 "shipped 1e5" at 1.3e5, 6 textcolor "#c04000"

beta(value) = value > 0 ? value : 0.1
kind(span, gamma) = span == 1 ? 1 : (span == 8 ? 4 : 3) + (gamma == 1 ? 2 : 0)
colour(span, gamma) = word("#000000 #e69f00 #56b4e9 #009e73 #cc79a7 #d55e00", kind(span, gamma))
first = word(values("gamma"), 1)
title_of(span, gamma) = span == 1 ? (gamma eq first ? "one value (shipped), any gamma" : "") : "ramp 1:".span.", gamma ".gamma

# Hollow on top: what had not come to rest when the run ended.
moving(settled, value) = settled eq "NaN" ? value : NaN

plot for [g in values("gamma")] for [s in values("band_span")] \
    table("strain_rms".only("band_span", s).only("gamma", g)) using (beta($1)):(100 * $2) with linespoints \
    linetype kind(s, g) linecolor rgb colour(s, g) linewidth (s == 1 ? 2 : 1) title title_of(s, g), \
    for [g in values("gamma")] for [s in values("band_span")] \
    table("strain_rms settled_step".only("band_span", s).only("gamma", g)) using (beta($1)):(moving(strcol(3), 100 * $2)) \
    with points pointtype 6 pointsize 2 linecolor "#d00000" title (g.s eq first.word(values("band_span"), 1) ? "still moving at the end" : "")
