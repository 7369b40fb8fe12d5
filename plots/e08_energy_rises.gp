# How many updates raise their vertex's energy by more than so much, arm by arm, scene by scene.
width = 1400
height = 600
load "plots/style.gp"

set multiplot layout 1, 3 margins 0.065, 0.985, 0.26, 0.91 spacing 0.045, 0
set logscale xy
set format xy power_of_ten
set xrange [1e-16:4]
set xtics 1e-16, 1e4
# Where not one update rose, the line lies on the lowest mark.
set yrange [3e-9:1]
set ytics 1e-7, 10
set ytics add ("none" 1e-8)
set xlabel "rise over the local energy scale [1]"

# Left of the floor a rise is the rounding of positions.
set object 1 rectangle from graph 0, graph 0 to first 1e-9, graph 1 behind fillcolor "#ececec" \
    fillstyle solid noborder
set label 1 "rounding" at 2e-16, 0.5 textcolor "#606060"

arms = "no_geometric no_ldlt no_cap no_lift shipped"
names = "'without geometric stiffness' 'cofactors for LDL^T' 'without the cap' 'without the lift' 'shipped'"
kinds = "2 3 4 7 1"
shown(share) = share > 0 ? share : 1e-8
of(scene, arm) = table("decade share_above --where scene=".scene." --where arm=".arm)

# The most that the claim allows, and the text beside it.
limits = "0.2 0.2 1"
limit_names = "1/5 1/5 1"
scenes = "cape whip absurd"
titles = "'cape: hard edges, 2 m/s' 'whip: soft edges of 10,000 m_{eff}/h^2, 10 m/s' 'absurd cloth'"
set title enhanced
do for [p = 1:3] {
    scene = word(scenes, p)
    limit = real(word(limits, p))
    set title word(titles, p)
    set ylabel (p == 1 ? "share of updates that rise by more [1]" : "")
    set arrow 1 from limit, graph 0 to limit, graph 1 nohead linewidth 1 dashtype 3 linecolor "#a04020"
    set label 2 "claimed: at most ".word(limit_names, p) at 0.6 * limit, 0.5 right textcolor "#a04020"
    # Each panel carries a part of the key of all three.
    set key at graph 0.5, -0.2 top center nobox
    plot for [k = 1:words(arms)] of(scene, word(arms, k)) using (10**$2):(shown($3)) with linespoints \
        linetype int(word(kinds, k)) linewidth (k == words(arms) ? 2 : 1) \
        title ((k + 1) / 2 == p ? word(names, k) : "")
}
unset multiplot
