# A cape behind a runner who turns back every second, and what inertia leaves of the lag.
width = 1280
height = 720
load "plots/style.gp"

square = chosen("path", "square").chosen("pace", "9").chosen("felt", "1").chosen("fabric", "silk")
rows = 14
every_s = 6 * real(word(values("step_s"), 1))
pace = real(prefer("pace", "9"))
arm = real(word(values("arm_m"), 1))
phase_s = real(word(values("phase_s"), 1))

# Picture k of the outline; the first second runs to the right, the next one back, drawn below.
picture(sample) = int(sample) / rows
back(sample) = picture(sample) * every_s > phase_s + 0.5 * every_s ? 1 : 0
lane(sample) = -2.3 * back(sample)
runner_x(k) = arm + (k * every_s <= phase_s ? pace * k * every_s : pace * (2 * phase_s - k * every_s))

set multiplot title "A silk cape behind a runner at ".sprintf("%g", pace)." m/s, who turns back after ".sprintf("%g", phase_s)." s: what of the run it feels is its inertia" noenhanced
set lmargin at screen 0.06
set rmargin at screen 0.985
set tmargin at screen 0.90
set bmargin at screen 0.40
set xrange [-1.6:pace * phase_s + 1.6]
set yrange [-4.4:1.05]
set xlabel "where it is [m]"
unset ytics
unset grid
set key at graph 0.5, graph 0.015 center bottom horizontal maxrows 1 samplen 2
set label 1 "running right" at graph 0.008, first 0.75 left
set label 2 "and back, left" at graph 0.008, first -1.5 left
set arrow 1 from -0.3, 0.75 to 0.5, 0.75 head filled linewidth 1.5 linecolor "#606060"
set arrow 2 from 0.5, -1.5 to -0.3, -1.5 head filled linewidth 1.5 linecolor "#606060"
cape(inertia) = table("cape_x cape_y".square." --where inertia=".inertia)
# Every second picture: 0.2 s apart.
seen(sample) = picture(sample) % 2 == 0
body(sample) = int(sample) % rows == 0 && seen(sample)
plot cape("1") using (body($1) ? runner_x(picture($1)) : NaN):(0.16 + lane($1)) with points pointtype 7 \
         pointsize 2 linecolor rgb "#909090" title "runner, 0.2 s apart", \
     cape("1") using (body($1) ? runner_x(picture($1)) : NaN):(lane($1)):(0):(-1.5) with vectors nohead \
         linewidth 4 dashtype 1 linecolor rgb "#c8c8c8" notitle, \
     cape("1") using (seen($1) ? $2 : NaN):($3 + lane($1)) with lines linewidth 2.5 dashtype 1 \
         linecolor rgb "#d55e00" title "cape, inertia 1 (silk as shipped)", \
     cape("0") using (seen($1) ? $2 : NaN):($3 + lane($1)) with lines linewidth 2 dashtype 3 \
         linecolor rgb "#0072b2" title "inertia 0: hangs as if he stood"
unset label
unset arrow
set grid
set ytics
set tmargin at screen 0.30
set bmargin at screen 0.085
set xrange [0:2]
set yrange [-1:0.8]
set xlabel "time after setting off at 2 m/s [s]"
set ylabel "tip ahead of holder [m]"
set key at graph 0.99, graph 0.95 right top horizontal maxrows 1
lag(inertia) = table("tick_lag".chosen("path", "sprint").chosen("pace", "2").chosen("felt", "1").chosen("fabric", "silk")." --where inertia=".inertia)
plot for [i in "0 0.25 0.5 0.75 1"] lag(i) using (($1 + 1) * every_s / 6):2 with lines linewidth 2 \
         title "inertia ".i
unset multiplot
