# How far off a cloth is shown whose frame is read a step late, over time.
load "plots/style.gp"

links = prefer("links", "16")
sweeps = prefer("iterations", "4")
dt = real(word(values("step_s"), 1))
set title "A cloth that reads its frame a step late, beside one that reads it in time (".links." links)"
set xlabel "time [s]"
set ylabel "furthest particle from where it belongs [m]"
set logscale y
set format y power_of_ten
set yrange [1e-3:100]
set xrange [0:*]
set key top right
reach = links * real(word(values("spacing_m"), 1))
set arrow 1 from graph 0, first reach to graph 1, first reach nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "the cloth's length" at graph 0.02, first reach * 1.3

late(fabric, arm) = table("late_by".only("subject", "late").only("arm", arm).only("fabric", fabric) \
    .only("links", links).only("iterations", sweeps))
what(arm) = arm eq "third" ? "square wave of 9 m/s" : "to and fro at 1.5 m/s"
colour(arm) = arm eq "third" ? "#d55e00" : "#0072b2"
plot for [a in "third first"] for [k = 1:words(values("fabric"))] late(word(values("fabric"), k), a) \
    using (($1 + 1) * dt):2 with lines linetype k linewidth 1.5 linecolor rgb colour(a) \
    title word(values("fabric"), k).", ".what(a)
