# How far a cloth is stretched by long and uneven steps, with and without what the world does about it.
load "plots/style.gp"

set title "How far do long and uneven steps stretch a cloth? (a point: a chain or sheet of one fabric)"
set xlabel "how the lengths of the steps follow each other" offset 0,-1
set ylabel "largest reach over the way along the cloth [1]"
set logscale y
set yrange [0.9:100]
set xrange [-0.6:9]
set xtics ("2 a\nsecond" 0, "5 a\nsecond" 1, "30 a\nsecond" 2, "60 a\nsecond" 3, "500 a\nsecond" 4, "1/120 and\n1/30 s" 5, "1/500 and\n1/60 s" 6, "random\n1/500-1/5 s" 7, "one of\n5 s" 8)
set key top left
set bmargin 5.5
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linetype 1 linewidth 1 linecolor "#000000"

place(pattern) = ( \
    pattern eq "steady_2" ? 0 : pattern eq "steady_5" ? 1 : pattern eq "steady_30" ? 2 : pattern eq "steady_60" ? 3 : \
    pattern eq "steady_500" ? 4 : pattern eq "alternating" ? 5 : pattern eq "stutter" ? 6 : pattern eq "random" ? 7 : 8)
# Columns: pattern, shape, fabric, reach_peak.
arm(name) = table("reach_peak".only("arm", name))

plot arm("none") using (place(strcol(1)) + 0.25):4 with points linetype 8 linecolor "#d55e00" title "nothing done about it", \
     arm("own_band") using (place(strcol(1)) + 0.1):4 with points linetype 6 linecolor "#e69f00" title "each substep its own band", \
     arm("no_pieces") using (place(strcol(1)) - 0.05):4 with points linetype 7 linecolor "#56b4e9" title "long steps solved whole", \
     arm("shipped") using (place(strcol(1)) - 0.2):4 with points linetype 1 linecolor "#000000" title "shipped"
