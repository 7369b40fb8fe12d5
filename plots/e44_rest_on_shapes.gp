# Silk and leather where they have come to rest on each shape.
width = 1500
height = 640
load "plots/style.gp"

side = int(real(word(values("side"), 1)))
solids = "sphere capsule tapered box cylinder floor"
called = "sphere capsule tapered_capsule box cylinder floor"

# One sheet's grid: pm3d wants an empty line after each row of it.
grid(solid, fabric) = "< ".labtool." table ".data." x y z".only("solid", solid).only("fabric", fabric) \
    .only("sleep", "may")." | awk '!/^#/ && NF > 3 && $2 == $2 + 0 {print $2, $4, $3; if (++n % ".side." == 0) print \"\"}'"
slept(solid, fabric) = system(labtool." table ".data." slept_step".only("solid", solid).only("fabric", fabric) \
    .only("sleep", "may")." | awk '!/^#/ && NF > 0 {print $NF}'")
depth(solid, fabric) = system(labtool." table ".data." depth".only("solid", solid).only("fabric", fabric) \
    .only("sleep", "may")." | awk '!/^#/ && NF > 0 {print $NF}'")
said(solid, fabric) = sprintf("%s: %s, %.1f mm", solid, slept(solid, fabric) eq "NaN" ? "awake" : \
    sprintf("asleep after %.1f s", real(slept(solid, fabric)) / 60.0), 1000.0 * real(depth(solid, fabric)))

set multiplot layout 2,6 margins 0.01,0.99,0.02,0.87 spacing 0.0,0.03 \
    title "A sheet let fall on each shape, after 60 s: silk (above) and leather (below); when it slept, and how much nearer than kept it lies"
unset key
unset border
unset tics
unset grid
set pm3d depthorder border linewidth 0.4 linecolor "#5a6b7a" lighting primary 0.45 specular 0.1
unset colorbox
set cbrange [0:2]
set view 66, 28, 1.75, 1.0
set view equal xyz
set xrange [-0.6:0.6]
set yrange [-0.6:0.6]
set zrange [0:0.75]
set palette defined (0 "#9ec5e8", 1 "#9ec5e8")
do for [k = 1:words(solids)] {
    if (has("solid", word(solids, k)) && has("fabric", "silk")) {
        set title said(word(solids, k), "silk") offset 0,-1 font ",10"
        splot grid(word(solids, k), "silk") using 1:2:3:(1) with pm3d
    }
}
set palette defined (0 "#c9a37a", 1 "#c9a37a")
do for [k = 1:words(solids)] {
    if (has("solid", word(solids, k)) && has("fabric", "leather")) {
        set title said(word(solids, k), "leather") offset 0,-1 font ",10"
        splot grid(word(solids, k), "leather") using 1:2:3:(1) with pm3d
    }
}
unset multiplot
