# How far each right answer is missed, over what a converged run may miss it by: by budget, by solver.
width = 1400
height = 1000

load "plots/style.gp"

set multiplot layout 1, 2 margins screen 0.21, 0.98, 0.14, 0.94 spacing screen 0.03
set logscale x
set format x power_of_ten
set xrange [1e-6:1e5]
set xtics 100
set xtics add ("≤10^{-6}" 1e-6)
set xlabel "error over what a converged run may have [1]"
set yrange [*:*] reverse
set offsets 0, 0, 0.8, 0.8
set ytics font "DejaVu Sans,10" noenhanced
set grid ytics
set key at graph 0.5, screen 0.075 center top horizontal maxcols 2
floor_at(share) = share != share ? NaN : share > 1e-6 ? share : 1e-6

set object 1 rectangle from first 1, graph 0 to graph 1, graph 1 behind fillcolor "#fbe9e0" fillstyle solid noborder
set arrow 1 from first 1, graph 0 to first 1, graph 1 nohead linetype 1 linewidth 2 linecolor "#c04000"
set label 1 "out" at first 1.6, graph 0.985 textcolor "#c04000"
set label 2 "within" at first 0.6, graph 0.985 right

# v05_half_swing: V05 pendulum, half swing
codes = "v01 v04 v05 v08 v09 v10b v12 v14 v22b v23"
subjects = "'fall' 'oscillator' 'pendulum' 'order of refinement' 'loaded chain' 'soft row and chain' 'catenary' 'spin' 'bent' 'cantilever'"
place(code, k) = k > words(codes) ? 0 : word(codes, k) eq code ? k : place(code, k + 1)
code(label) = label[1:strstrt(label, "_") - 1]
in_words(label) = place(code(label), 1) == 0 ? label : \
    "V".code(label)[2:*]." ".word(subjects, place(code(label), 1)).": ".plain(label[strstrt(label, "_") + 1:*])

share(which) = table("error_share ".which)

set title "avbd: what a budget leaves"
plot share("--where solver=avbd --where budget=converged") using (floor_at($2)):0:ytic(in_words(strcol(1))) with points \
         pointtype 7 pointsize 1.2 linecolor "#000000" title "converged", \
     share("--where solver=avbd --where budget=2x4") using (floor_at($2)):0 with points \
         pointtype 4 pointsize 1.5 linewidth 2 linecolor "#c04000" title "2x4 (shipped)", \
     share("--where solver=avbd --where budget=2x16") using (floor_at($2)):0 with points \
         pointtype 8 pointsize 1.5 linewidth 2 linecolor "#0072b2" title "2x16", \
     share("--where solver=avbd --where budget=8x4") using (floor_at($2)):0 with points \
         pointtype 12 pointsize 1.5 linewidth 2 linecolor "#009e73" title "8x4"

set title "every solver, given all its sweeps"
set format y ""
plot share("--where solver=avbd --where budget=converged") using (floor_at($2)):0:ytic("") with points \
         pointtype 7 pointsize 1.2 linecolor "#000000" title "avbd", \
     share("--where solver=vbd --where budget=converged") using (floor_at($2)):0 with points \
         pointtype 4 pointsize 1.5 linewidth 2 linecolor "#c04000" title "vbd (penalties alone)", \
     share("--where solver=xpbd --where budget=converged") using (floor_at($2)):0 with points \
         pointtype 8 pointsize 1.5 linewidth 2 linecolor "#0072b2" title "xpbd (1,000 iterations)"
unset multiplot
