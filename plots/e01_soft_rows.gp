# A soft row's extension at rest over what Hooke's law says, against its stiffness over m/h^2.
load "plots/style.gp"

set title "One particle on a soft row of 1 kN/m: what a multiplier makes of its stiffness"
set xlabel "stiffness over m/h^2 [1]; left heavy, right light particles"
set ylabel "extension at rest over m g / k [1]"
set logscale xy
set format x power_of_ten
set format y power_of_ten
set xrange [0.03:200]
set yrange [1e-7:300]
set samples 400
set key at graph 0.02, graph 0.42 left top Left reverse

# The closed form of the experiment's head.
carried = 0.25
form(s, n) = s * (1 - carried) / ((1 + s)**n - 1)

set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linetype 1 linewidth 1 linecolor "#000000"
set label 1 "Hooke's law" at 7, 1.6
set arrow 2 from graph 0, first 0.01 to graph 1, first 0.01 nohead linetype 3 linewidth 1 linecolor "#c04000"
set label 2 "100 times too stiff" at 20, 0.016 textcolor "#c04000"

# Columns: mass, iterations, alpha, gamma, beta, band, band_span, then what is asked for; where the
# constants and iterations are fixed, mass alone.
arm(multiplier, more) = table("extension extension_ratio stiffness_ratio".only("multiplier", multiplier).more)
constants = chosen("alpha", "0.25").chosen("gamma", "1").chosen("beta", "100000").chosen("band", "8"). \
    chosen("band_span", "1").chosen("iterations", "4")
with = has("multiplier", "with") ? "with" : "without"
without = has("multiplier", "without") ? "without" : "with"

# Extensions lost in rounding, or 0, are not drawn.
seen(extension, ratio) = extension > 1e-12 ? ratio : NaN

plot form(x, 1) with lines linetype 2 linecolor "#0072b2" notitle, \
     form(x, 4) with lines linetype 1 linecolor "#0072b2" title "closed form, 4 iterations (dashed: 1)", \
     arm(with, "") using 10:(seen($8, $9)) with points pointtype 1 pointsize 0.8 linecolor "#a0a0a0" \
         title with." a multiplier, any constants", \
     arm(with, constants) using 4:(seen($2, $3)) with points pointtype 5 \
         pointsize 1.4 linecolor "#0072b2" title with." a multiplier, shipped constants", \
     arm(without, "") using 10:9 with points pointtype 7 pointsize 1.4 linecolor "#000000" \
         title without.": every constant, 1 and 4 iterations"
