# How far the far corner of a sheet gets, for each way to measure the tethers.
load "plots/style.gp"

held = prefer("held", "corner")
budget = chosen("substeps", "1").chosen("iterations", "1")
set title "A sheet dropped from one corner at ".prefer("substeps", "1")."x".prefer("iterations", "1").": how far does the far corner get?"
set xlabel "diagonals of the sheet's cells"
set ylabel "beyond its straight distance [%]"
set logscale y
set yrange [0.2:10000]
set xrange [-0.6:words(values("cut")) - 0.4]
set key at graph 0.98, graph 0.97 right top
set style fill solid 0.85 noborder
set boxwidth 0.2
set grid noxtics

set xtics () scale 0
cuts = values("cut")
do for [k=1:words(cuts)] { set xtics add ((word(cuts, k) eq "none" ? "none (a net, which may shear)" : plain(word(cuts, k))) k - 1) }

arm(radius) = table("reach_whole".only("radius", radius).only("held", held).budget)
arms = ""
do for [r in "none edges fabric straight"] { if (has("radius", r)) { arms = arms." ".r } }
label(r) = r eq "none" ? "no tethers" : r eq "edges" ? "tethers along edges" : r eq "fabric" ? "along the fabric (shipped)" : "straight lines"
colour(r) = r eq "none" ? "#b0b0b0" : r eq "edges" ? "#d55e00" : r eq "fabric" ? "#0072b2" : "#56b4e9"
shown(ratio) = ratio > 1.002 ? 100 * (ratio - 1) : 0.2

plot for [k=1:words(arms)] arm(word(arms, k)) using ($0 + 0.21 * (k - 2.5)):(shown($2)) \
         with boxes linetype 1 linecolor rgb colour(word(arms, k)) title label(word(arms, k))
