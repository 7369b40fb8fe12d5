# How high a rope still stands after a minute: exactly upright or leaning, in turned scenes.
height = 600
load "plots/style.gp"

turns = "upright quarter askew"
words_of(t) = t eq "upright" ? "in the axes" : t eq "quarter" ? "turned by a quarter" : "askew"
lift = prefer("lift_m", "0")
at(turned, lean, solver) = real(system(labtool." table ".data." height".only("scene", "floor") \
    .only("turned", turned).only("lean", lean).only("lift_m", lift).only("solver", solver) \
    ." | awk '!/^#/ && NF > 0 {print $NF}'"))

set title "Does a free rope of 0.8 m that is stood on a floor fall? Its height a minute later"
set bmargin 4.5
set ylabel "height of its highest particle [m]"
set yrange [-0.03:1]
set xrange [-0.6:5.6]
set style fill solid 0.8 border -1
set boxwidth 0.24
set key top right
set xtics ("exact,\nin the axes" 0, "exact, turned\nby a quarter" 1, "exact,\naskew" 2, \
    "lean 1/1000,\nin the axes" 3, "lean 1/1000,\nquarter" 4, "lean 1/1000,\naskew" 5)
set arrow 1 from -0.6, 0.18 to 5.6, 0.18 nohead dashtype 2 linecolor "#707070"
set label 1 "source, exact: 0.18 m" at 5.55, 0.21 right textcolor "#707070"
lean_of(k) = k < 3 ? "0" : "0.001"
turn_of(k) = word(turns, 1 + int(k) % 3)
set samples 6
plot for [s = 1:words(values("solver"))] '+' using ($0 + 0.25 * (s - 2)):(at(turn_of(int($0)), lean_of(int($0)), word(values("solver"), s))) \
    every ::0::5 with boxes linetype s title word(values("solver"), s)
