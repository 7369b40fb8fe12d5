# Where each way of solving the 3x3 block loses its determinant, and its sign.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 2 title "Lifted by n: the diagonal raised by n times the rounding of the trace, 2^{-52}" font ",11"
set logscale x
set format x power_of_ten
set xrange [50:1e20]
set xlabel "largest eigenvalue over the smallest, k over m/h^2 [1]"
set arrow 1 from 4.5e9, graph 0 to 4.5e9, graph 1 nohead linewidth 1 dashtype 3 linecolor "#606060"

of(what, lift, rows) = table(what." --where lift=".lift." --where stiff_rows=".rows)

set title "Determinant: worst relative error of 4,000 directions"
set ylabel "relative error [1]"
set logscale y
set format y power_of_ten
set yrange [1e-15:1e12]
set key bottom right
set object 1 rectangle from graph 0, first 1 to graph 1, graph 1 behind fillcolor "#fbeae4" \
    fillstyle solid noborder
set label 1 "nothing of it is right" at graph 0.02, graph 0.96 textcolor "#a04020"
set label 2 "claimed case" at 3e9, 1e7 right textcolor "#404040"
plot of("cofactor_error", "0", "1") using 1:2 with linespoints linetype 1 title "cofactors", \
     of("ldlt_error", "0", "1") using 1:2 with linespoints linetype 2 title "LDL^T as it is", \
     of("ldlt_error", "64", "1") using 1:2 with linespoints linetype 3 \
         title "LDL^T, lifted by 64 (shipped)", \
     of("reference_error", "0", "1") using 1:2 with lines linetype 6 \
         title "exact, of the rounded elements"

unset object 1
unset label 1
set title "Sign: blocks, all positive definite, that come out as not"
set ylabel "share of 4,000 directions [1]"
unset logscale y
set format y "%g"
set yrange [-0.03:1.05]
set key top left
set label 2 "claimed case" at 6e9, graph 0.62 left textcolor "#404040"
plot of("cofactor_negative", "0", "1") using 1:2 with linespoints linetype 1 title "cofactors", \
     of("ldlt_negative", "0", "1") using 1:2 with linespoints linetype 2 title "LDL^T as it is, block of 1 row", \
     of("ldlt_negative", "0", "60") using 1:2 with linespoints linetype 4 title "LDL^T as it is, 60 rows", \
     of("ldlt_negative", "4", "60") using 1:2 with linespoints linetype 7 \
         title "LDL^T, lifted by 4, 60 rows", \
     of("ldlt_negative", "64", "60") using 1:2 with linespoints linetype 3 \
         title "LDL^T, lifted by 64, 60 rows (shipped)"
unset multiplot
