# A runner's cape, shot by shot, from the side and from behind; below, how deep it comes into him.
width = 2000
height = 1150
load "plots/style.gp"

cape = 17 * 23
numbers = 16 * 8
times = "-0.02 0.55 0.95 2.00 2.12 2.24 2.36 4.40"
array told[8] = ["stands", "sets off", "speeds up", "9 m/s", "9 m/s", "9 m/s", "9 m/s", "brakes"]

pick = only("gait", "sprint").only("arm", "own").only("fabric", "silk")
surface(what, variables, k, n) = "< ".labtool." table ".data." ".variables.pick \
    .sprintf(" | awk -v what=%s -v slim=0.008 -v cols=17 -v from=%d -v n=%d -f plots/e49_body.awk", what, (k - 1) * n, n)

set multiplot title "Does a cape stay outside a running body, and does it look like cloth?" font ",17"
unset key
unset border
unset tics
unset grid
set pm3d depthorder lighting primary 0.6 specular 0.1 noborder
set palette defined (0 "#c8322f", 1 "#a9bccb")
set cbrange [0:1]
unset colorbox
set view equal xyz
set xrange [-1.3:0.9]
set yrange [-1.1:1.1]
set zrange [0:2.2]
set lmargin 0
set rmargin 0
set tmargin 0
set bmargin 0
set size 0.14, 0.36
do for [k = 1:8] {
    set label 1 sprintf("%.2f s, %s", word(times, k) + 1.5, told[k]) at screen (k - 0.5) / 8.0, 0.945 center front
    do for [behind = 0:1] {
        set origin (k - 1) / 8.0 - 0.008, behind ? 0.275 : 0.605
        if (behind) { set view 76, 245, 2.6, 1.0 } else { set view 84, 6, 2.6, 1.0 }
        splot surface("body", "solid", k, numbers) using 1:2:3:4 with pm3d, \
              surface("cape", "x y z", k, cape) using 1:2:3:4 with pm3d
        unset label 1
    }
}

# Below: how deep, by gait and frame rate, and by what is other than own.
set border 3 linewidth 0.8
set grid ytics
unset view
set key inside left top horizontal
set yrange [-1.5:21]
set ylabel "deepest below a surface [mm]" offset 1
unset xlabel
set size 0.5, 0.26
set lmargin 9
set rmargin 2
set tmargin 3
set bmargin 4
set ytics

gaits = "walk sprint slide turn"
rates = "hz_30 own hz_120"
fabrics = values("fabric")
set title "own budget, by gait, at 30, 60 and 120 frames a second"
set xrange [0.5:12.5]
set xtics ()
do for [g = 1:4] {
    do for [r = 1:3] {
        set xtics add (word("30 60 120", r).(r == 2 ? "\n".word(gaits, g) : "") (g - 1) * 3 + r)
    }
}
depths(more) = "< for g in ".gaits."; do for r in ".rates."; do ".labtool." table ".data." depth --where gait=$g --where arm=$r" \
    .more." | awk '!/^#/ && NF {print $NF}'; done; done"
set origin 0, 0
plot for [f = 1:words(fabrics)] depths(only("fabric", word(fabrics, f))) using ($0 + 1 + 0.09 * (f - 2.5)):(1000 * $1) \
    with points linetype f pointsize 1.4 title word(fabrics, f)

arms = "own sweeps_2x4 sweeps_4x4 fine contact_16 contact_32 contact_64 unswept untraced end_poses backstops inertia_0 inertia_0.5"
labels = "own 2x4 4x4 fine band_16 band_32 band_64 unswept untraced end_poses backstops inertia_0 inertia_0.5"
set title "silk at 60 frames a second, one thing other than own"
set xrange [0.5:words(arms) + 0.5]
set xtics () rotate by 25 right
do for [a = 1:words(arms)] {
    set xtics add (plain(word(labels, a)) a)
}
of_arms(gait) = "< for a in ".arms."; do ".labtool." table ".data." depth --where arm=$a".only("gait", gait).only("fabric", "silk") \
    ." | awk '!/^#/ && NF {print $NF}'; done"
set origin 0.5, 0
plot of_arms("sprint") using ($0 + 0.95):(1000 * $1) with points linetype 1 pointsize 1.4 title "sprint", \
     of_arms("turn") using ($0 + 1.05):(1000 * $1) with points linetype 2 pointsize 1.4 title "turn"
unset multiplot
