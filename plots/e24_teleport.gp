# A strand's speed about a kilometre's jump, and how long it takes to sleep that far out.
width = 1280
height = 600
load "plots/style.gp"

set multiplot layout 1, 2 margins 0.065, 0.985, 0.13, 0.84 spacing 0.09, 0.05 \
    title "A swinging rope is moved a kilometre in one step" noenhanced

rope = chosen("fabric", "rope")
holder = " --where jump=holder"
wide = rope.holder." --where stored=double"
step_s = real(word(values("step_s"), 1))
jump_s = real(word(values("before"), 1)) * step_s
since(tick) = (tick + 1) * step_s - jump_s

set title "its holder jumps at 0 s: how fast it is"
set logscale y
set format y power_of_ten
set yrange [1e-3:2e3]
set xrange [-1:3]
set xlabel "time after the jump [s]"
set ylabel "fastest free particle [m/s]"
set arrow 1 from 0, graph 0 to 0, graph 1 nohead linetype 1 linewidth 1 linecolor "#808080" dashtype 3
set key at graph 0.98, graph 0.79 right top
plot table("tick_dragged".wide." --where rest=down --where mode=reset") using (since($1)):2 with lines \
         linewidth 2.5 linecolor rgb "#d55e00" dashtype 1 title "dragged through it (mechanism off)", \
     table("tick_speed".wide." --where rest=down --where mode=keep") using (since($1)):2 with lines \
         linewidth 2.5 linecolor rgb "#0072b2" dashtype 1 title "keep: swings on", \
     table("tick_speed".wide." --where rest=down --where mode=reset") using (since($1)):2 with lines \
         linewidth 2.5 linecolor rgb "#000000" dashtype 1 title "reset: stands on its animated pose"

unset arrow 1
unset logscale y
set format y "%g"
set title "how long it takes to come to rest there, and sleep"
set logscale xy
set format x power_of_ten
set xrange [0.7:2e4]
set yrange [100:5000]
set ytics (100, 200, 500, 1000, 2000, 5000)
set xlabel "distance of the jump from the frame's origin [m]"
set ylabel "steps until it sleeps"
set key at graph 0.98, graph 0.04 right bottom
wait = real(word(values("after"), 1)) + real(word(values("wait"), 1))
set arrow 2 from graph 0, first wait to graph 1, first wait nohead linetype 1 linewidth 1 linecolor "#808080" dashtype 3
set label 2 "still awake when it was last looked at" at graph 0.02, first wait * 1.13 left textcolor "#404040"
who = "rope silk chain"
colour(k) = word("#000000 #e69f00 #56b4e9", k)
far(fabric, stored) = table("far_distance far_slept".holder." --where rest=level --where mode=reset --where fabric=".fabric." --where stored=".stored)
# What never slept lies on the line, a little apart.
slept(text, k) = text eq "NaN" ? wait * 1.03 ** (k - 2) : real(text)
there = ""
do for [f in who] { there = there.(has("fabric", f) ? f." " : "") }
plot for [k = 1:words(there)] far(word(there, k), "float") using 2:(slept(strcol(3), k)) with linespoints linetype k \
         dashtype 1 linewidth 2 pointsize 1.3 linecolor rgb colour(k) title word(there, k).", stored in float", \
     for [k = 1:words(there)] far(word(there, k), "double") using 2:3 with lines \
         dashtype 3 linewidth 2 linecolor rgb colour(k) title word(there, k).", stored in double"
unset multiplot
