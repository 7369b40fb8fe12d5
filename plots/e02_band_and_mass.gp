# Left: strain against particle mass, for a band as a ratio and in N/m. Right: what a band costs.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2

set title "Residual over five decades of particle mass, band ".prefer("band", "8")
set xlabel "mass of a particle [kg]"
set ylabel "rms strain at the end [%]"
set logscale xy
set format x power_of_ten
set format y power_of_ten
set xrange [2e-6:1]
set yrange [0.2:5000]
set key top left enhanced

colour(unit) = unit eq "ratio" ? "#000000" : "#c04000"
name_of(unit) = unit eq "ratio" ? "a ratio of m_{eff}/h^2 (shipped)" : "fixed in N/m, made for 0.5 g"
plot for [u in values("unit")] table("strain_rms".only("unit", u).chosen("band", "8")) \
    using 1:(100 * $2) with linespoints linetype (u eq "ratio" ? 1 : 2) linecolor rgb colour(u) title name_of(u)

set title "What a higher band buys and costs, ".prefer("mass_kg", "0.0005")." kg a particle"
set xlabel "band: penalty over m_{eff}/h^2 [1]"
set ylabel "rms strain at the end [%]"
unset logscale
set logscale xy
set xrange [0.4:80]
set xtics (0.5, 1, 2, 4, 8, 16, 32, 64)
set format x "%g"
set yrange [0.02:200]
set y2label "steps until it rests"
set y2tics
set y2range [0:1300]
set ytics nomirror
set key top right
set arrow 1 from 8, graph 0 to 8, graph 1 nohead linetype 2 linewidth 2 linecolor "#c04000"
set label 1 "shipped 8" at 7.6, graph 0.05 right textcolor "#c04000"
set object 1 rectangle from 14, graph 0 to 80, graph 1 behind fillcolor "#f0d8d0" fillstyle solid noborder
set label 2 "never rests" at 20, graph 0.60 textcolor "#803010"

# The strain of a chain that still moves is that of one moment: drawn hollow, off the line.
half = chosen("unit", "ratio").chosen("mass_kg", "0.0005")
both = table("strain_rms settled_step".half)
resting(settled, value) = settled eq "NaN" ? NaN : value
moving(settled, value) = settled eq "NaN" ? value : NaN
plot both using 1:(resting(strcol(3), 100 * $2)) with linespoints linetype 1 linecolor "#000000" \
         title "rms strain at rest", \
     both using 1:(moving(strcol(3), 100 * $2)) with points pointtype 6 linecolor "#000000" \
         title "rms strain while it still moves", \
     table("settled_step".half) using 1:2 axes x1y2 with linespoints linetype 3 linecolor "#0072b2" \
         title "steps until it rests (right)"

unset multiplot
