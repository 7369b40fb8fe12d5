# How far a kicked strand gets, limit by limit.
load "plots/style.gp"

start = prefer("start", "hanging")
set title "A hanging, tethered strand of ".word(values("links"), 1)." links, every particle kicked sideways: how far does it get?"
set xlabel "limit on speeds over the correction authority [1]"
set ylabel "largest distance from the hold over the way along the strand [1]"
set logscale xy
set xrange [0.4:40]
set yrange [0.9:3000]
set xtics ("0.5" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "none" 24)
set key at graph 0.02, graph 0.97 left top

set arrow 1 from 4, graph 0 to 4, graph 1 nohead linetype 1 linewidth 1 linecolor "#606060"
set label 1 "shipped" at 4.2, 3 textcolor rgb "#606060"
set object 1 rectangle from 15, graph 0 to 40, graph 1 behind fillcolor "#e8e8e8" fillstyle solid noborder

limit(value) = value < 1e300 ? value : 24
held = word(values("tethers"), 1)
kicked = prefer("kicked", "all")
arm(kick, substeps, iterations) = table("reach".only("start", start).only("kick_m_s", kick).only("kicked", kicked).only("substeps", substeps).only("iterations", iterations))
kicks = values("kick_m_s")
colour(k) = word("#000000 #d55e00 #0072b2", k)

plot for [k=1:words(kicks)] arm(word(kicks, k), word(values("substeps"), 1), word(values("iterations"), 1)) \
         using (limit($1)):2 with linespoints linetype 1 linecolor rgb colour(k) \
         title "kicked at ".word(kicks, k)." m/s, ".word(values("substeps"), 1)."x".word(values("iterations"), 1).": authority 3 m/s", \
     for [k=1:words(kicks)] arm(word(kicks, k), word(values("substeps"), words(values("substeps"))), word(values("iterations"), words(values("iterations")))) \
         using (limit($1)):2 with linespoints linetype 2 linecolor rgb colour(k) \
         title "kicked at ".word(kicks, k)." m/s, ".word(values("substeps"), words(values("substeps")))."x".word(values("iterations"), words(values("iterations"))).": authority 24 m/s"
