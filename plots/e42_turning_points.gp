# What sleep takes from a swing, against the length of the rope, by the window of the test.
load "plots/style.gp"

rate = prefer("frames_1_s", "60")
set title "How much of a swing does sleep take? (undamped ropes let go from leans up to 0.2 rad, ".rate." steps a second)"
set xlabel "length of the rope [m]"
set ylabel "most that is lost of a swing, over the reach [1]"
set logscale xy
set format y power_of_ten
set yrange [1e-4:1]
set key top left

arm(name) = table("lost_share".only("arm", name)." --where pose=hanging --where frames_1_s=".rate." --where damping=0")
set arrow 1 from graph 0, first 5e-4 to graph 1, first 5e-4 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "the shipped share" at graph 0.98, first 4e-4 right

plot arm("half_second") using 1:2 with linespoints linetype 2 linecolor "#d55e00" title "half a second at every length", \
     arm("share_tenfold") using 1:2 with linespoints linetype 3 linecolor "#e69f00" title "ten times the share", \
     arm("window_half") using 1:2 with linespoints linetype 4 linecolor "#56b4e9" title "half the window", \
     arm("shipped") using 1:2 with linespoints linetype 1 linecolor "#000000" title "shipped: 2 sqrt(reach/g), half a second at least", \
     arm("window_double") using 1:2 with linespoints linetype 5 linecolor "#009e73" title "twice the window"
