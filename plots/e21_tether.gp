# How far strands over-reach against the sweeps of a step, with tethers and without.
load "plots/style.gp"

spacing = prefer("spacing_m", "0.05")
set title "Three strands of ".word(values("links"), 1)." links dropped through 90 degrees: how far beyond their length?"
set xlabel "sweeps a step: iterations of one substep [1]"
set ylabel "largest reach beyond the strand's length [%]"
set logscale x 2
set logscale y
set xrange [0.85:9.5]
set yrange [0.1:500]
set key at graph 0.98, graph 0.97 right top

rig(kind, tethers, substeps) = table("reach".only("rig", kind).only("spacing_m", spacing).only("tethers", tethers).only("substeps", substeps))
beyond(ratio) = ratio > 1.0 ? 100 * (ratio - 1.0) : NaN
label(kind) = kind eq "apart" ? "links alone" : kind eq "skips" ? "links and skip rows" : kind eq "joined" ? "links, strands joined across" : plain(kind)
colour(k) = word("#000000 #e69f00 #56b4e9", k)
rigs = ""
do for [r in "apart skips joined"] { if (has("rig", r)) { rigs = rigs." ".r } }

set arrow 1 from graph 0, first 3 to graph 1, first 3 nohead linetype 1 linewidth 1 linecolor "#606060"
set label 1 "held: 3 %" at graph 0.99, first 2.6 right textcolor rgb "#606060"
set label 2 "dashed: without tethers" at 2.5, 100 font ",14"
set label 3 "solid: with tethers" at 2.5, 0.28 font ",14"

plot for [k=1:words(rigs)] rig(word(rigs, k), "without", 1) using 1:(beyond($2)) with linespoints linetype 2 pointtype 6 linecolor rgb colour(k) \
         notitle, \
     for [k=1:words(rigs)] rig(word(rigs, k), "with", 1) using 1:(beyond($2)) with linespoints linetype 1 linecolor rgb colour(k) \
         title label(word(rigs, k))
