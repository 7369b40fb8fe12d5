# How many updates raise their vertex's energy by more than so much, arm by arm, scene by scene.
width = 1400
height = 560
load "plots/style.gp"

set multiplot layout 1, 3
set logscale xy
set format xy power_of_ten
set xrange [1e-16:4]
set yrange [1e-7:1]
set xlabel "rise over the local energy scale [1]"
set key at graph 0.97, 0.52 right center
set xtics 1e-16, 1e4

# Left of the floor a rise is the rounding of positions.
set object 1 rectangle from graph 0, graph 0 to first 1e-9, graph 1 behind fillcolor "#ececec" \
    fillstyle solid noborder
set label 1 "rounding" at 2e-16, 0.5 textcolor "#606060"

of(scene, arm) = table("decade share_above --where scene=".scene." --where arm=".arm)
shown(share) = share > 0 ? share : NaN

set title "cape: hard edges, 2 m/s"
set ylabel "share of updates that rise by more [1]"
set arrow 1 from 0.2, graph 0 to 0.2, graph 1 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 2 "1/5" at 0.12, 0.5 right textcolor "#a04020"
# Where a line is missing, not one update rose.
set label 3 "shipped, no\\_ldlt, no\\_cap, no\\_lift:\nno rise at all" at 1e-15, 3e-3 textcolor "#404040"
plot of("cape", "no_geometric") using (10**$2):(shown($3)) with linespoints linetype 2 title "no_geometric"

unset label 3
set title "whip: soft edges of 10,000 m_{eff}/h^2, 10 m/s" enhanced
unset ylabel
plot of("whip", "no_geometric") using (10**$2):(shown($3)) with linespoints linetype 2 title "no_geometric", \
     of("whip", "no_ldlt") using (10**$2):(shown($3)) with linespoints linetype 3 title "no_ldlt", \
     of("whip", "no_cap") using (10**$2):(shown($3)) with linespoints linetype 4 title "no_cap", \
     of("whip", "shipped") using (10**$2):(shown($3)) with linespoints linetype 1 linewidth 2 title "shipped"

set title "absurd cloth"
set key at graph 0.8, 0.3 right center
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linewidth 1 dashtype 3 linecolor "#a04020"
set label 2 "1" at 0.5, 0.5 right textcolor "#a04020"
plot of("absurd", "no_geometric") using (10**$2):(shown($3)) with linespoints linetype 2 title "no_geometric", \
     of("absurd", "no_ldlt") using (10**$2):(shown($3)) with linespoints linetype 3 title "no_ldlt", \
     of("absurd", "no_cap") using (10**$2):(shown($3)) with linespoints linetype 4 title "no_cap", \
     of("absurd", "no_lift") using (10**$2):(shown($3)) with linespoints linetype 7 title "no_lift", \
     of("absurd", "shipped") using (10**$2):(shown($3)) with linespoints linetype 1 linewidth 2 title "shipped"
unset multiplot
