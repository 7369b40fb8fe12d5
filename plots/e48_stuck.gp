# Depth over time with and without what frees it; speed on leaving; and how near a worn garment comes to a rescue.
width = 1560
height = 600
load "plots/style.gp"

set multiplot layout 1, 3 margins 0.045, 0.985, 0.115, 0.83 spacing 0.07, 0.05 \
    title "Does cloth get out of what it is stuck in, without a bang, and is worn cloth left alone?" noenhanced

step_s = real(word(values("step_s"), 1))
case(name, arm) = " --where case=".name." --where arm=".arm
some(list, all) = words(list) > 0 ? list : all
cases = values("case")
arms = values("arm")
there(name, arm) = has("case", name) && has("arm", arm)

set title "how deep the deepest particle is that is left to itself"
set xlabel "time [s]"
set ylabel "depth over the shortest row"
set xrange [0:6]
set yrange [0:1.9]
set arrow 1 from graph 0, first 0.25 to graph 1, first 0.25 nohead linetype 1 linewidth 1.2 linecolor "#d00000" dashtype 2 front
set label 1 "deeper than this for 1 s: rescued" at graph 0.98, first 0.31 right textcolor rgb "#d00000"
set key top right
list1 = "inverted:latched_no_rescue inverted:no_rescue vise_moved:no_rescue vise_moved:shipped"
names1 = "'inverted half sheet, latched normals' 'the same, as shipped' 'held by a moving vise, no rescue' 'the same, as shipped'"
left_of(pair) = pair[1:strstrt(pair, ":") - 1]
right_of(pair) = pair[strstrt(pair, ":") + 1:*]
shown = ""
do for [k = 1:words(list1)] { if (there(left_of(word(list1, k)), right_of(word(list1, k)))) { shown = shown." ".sprintf("%d", k) } }
dash1(k) = k % 2 == 1 ? 2 : 1
colour1(k) = word("#d55e00 #0072b2 #e69f00 #009e73", k)
n1(j) = int(word(shown, j))
plot for [j = 1:words(shown)] table("tick_missed".case(left_of(word(list1, n1(j))), right_of(word(list1, n1(j))))) \
     using (($1 + 1) * step_s):2 with lines linewidth 2.2 dashtype dash1(n1(j)) linecolor rgb colour1(n1(j)) title word(names1, n1(j))

unset arrow 1
unset label 1
set title "how fast it leaves a solid it begins in"
set xlabel "speed of pushing out [m/s]"
set ylabel "fastest particle [m/s]"
set logscale xy
set xrange [0.45:18]
set yrange [0.5:40]
set xtics ("0.5" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "at once" 16)
set ytics (0.5, 1, 2, 5, 10, 20, 40)
set arrow 1 from first 2, graph 0 to first 2, graph 1 nohead linetype 1 linewidth 1 linecolor "#808080" dashtype 3
set label 1 "shipped" at first 2.08, graph 0.04 left textcolor rgb "#404040"
set key top left
list2 = "floor sphere_deep box_deep capsule_centre"
names2 = "'a floor above its lower edge' 'a ball, 3/4 to its middle' 'a box, 3/4 to its middle' 'a capsule, through its middle'"
shown2 = ""
do for [k = 1:words(list2)] { if (there(word(list2, k), "shipped")) { shown2 = shown2." ".sprintf("%d", k) } }
if (words(shown2) == 0) { list2 = "sphere_centre"; names2 = "'a ball, through its middle'"; shown2 = " 1" }
n2(j) = int(word(shown2, j))
plot for [j = 1:words(shown2)] table("push_peak".case(word(list2, n2(j)), "shipped")) using (0.5 * 2 ** $1):2 \
     with linespoints linetype n2(j) dashtype 1 linewidth 2 title word(names2, n2(j))

unset arrow 1
unset label 1
set title "for how long a particle is so deep, at the longest"
set xlabel "depth over the shortest row"
set ylabel "longest without a break [s]"
set xrange [0.028:1.1]
set yrange [0.0012:12]
set xtics ("1/32" 0.03125, "1/16" 0.0625, "1/8" 0.125, "1/4" 0.25, "1/2" 0.5, "1" 1)
set ytics (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
set object 1 rectangle from first 0.25, first 1 to graph 1, graph 1 behind fillcolor rgb "#fde0dd" fillstyle solid noborder
set label 1 "stuck" at first 0.27, graph 0.97 left textcolor rgb "#d00000"
set key bottom left
list3 = "body_turn body_sprint cape_sprint legs_sprint pushed_slow"
names3 = "'cape, body turns' 'cape, body sprints' 'leashed and free cape, sprint' 'skirt over legs, sprint' 'pushed sheet'"
shown3 = ""
do for [k = 1:words(list3)] { if (there(word(list3, k), "shipped")) { shown3 = shown3." ".sprintf("%d", k) } }
above(x) = x > 0 ? x : NaN
n3(j) = int(word(shown3, j))
plot for [j = 1:words(shown3)] table("stuck_share longest".case(word(list3, n3(j)), "shipped")) using 2:(above($3)) \
     with linespoints linetype n3(j) dashtype 1 linewidth 1.8 title word(names3, n3(j)), \
     table("stuck_share longest".case(prefer("case", "vise_moved"), prefer("arm", "no_rescue"))) using 2:(above($3)) \
     with linespoints linewidth 2.2 dashtype 2 linecolor rgb "#000000" pointtype 6 title "wedged, no rescue"
unset multiplot
