# Silk on its way to rest, shot by shot: a sheet from a held edge, and a skirt that is twirled.
width = 1500
height = 600
load "plots/style.gp"

side = int(real(word(values("side"), 1)))
around = 33
most = 330
dt = real(word(values("step_s"), 1))
times = "1 16 26 120 150 300"
shot_s(k) = int(word(times, k)) * dt

# One shot's grid: pm3d wants an empty line after each row of it.
grid(scene, k, columns) = "< ".labtool." table ".data." x y z".only("scene", scene).only("fabric", "silk") \
    .only("cut", "one_diagonal")." | awk '!/^#/ && NF > 3 && $1 >= ".((k - 1) * most)." && $1 < ".(k * most) \
    ." && $2 == $2 + 0 {print $2, $4, $3; if (++n % ".columns." == 0) print \"\"}'"

set multiplot layout 2,6 margins 0.01,0.99,0.02,0.88 spacing 0.0,0.02 \
    title "Silk: a level sheet let go by all but one edge (above), a flat skirt dropped from its waist and twirled from 1.5 to 3.5 s (below)"
unset key
unset border
unset tics
unset grid
set pm3d depthorder border linewidth 0.4 linecolor "#5a6b7a" lighting primary 0.45 specular 0.1
set palette defined (0 "#9ec5e8", 1 "#9ec5e8")
unset colorbox
set cbrange [0:2]
set view 72, 32, 1.9, 1.0
set view equal xyz

set xrange [-0.1:1.1]
set yrange [-1.0:1.05]
set zrange [-1.1:0.35]
do for [k = 1:6] {
    set title sprintf("%.2f s", shot_s(k)) offset 0,-1
    splot grid("edge", k, side) using 1:2:3:(1) with pm3d
}
set xrange [-0.75:0.75]
set yrange [-0.75:0.75]
set zrange [-0.75:0.2]
set palette defined (0 "#e8a98f", 1 "#e8a98f")
do for [k = 1:6] {
    set title sprintf("%.2f s", shot_s(k)) offset 0,-1
    splot grid("skirt", k, around) using 1:2:3:(1) with pm3d
}
unset multiplot
