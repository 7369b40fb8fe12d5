# What each mechanism adds to a frame, and what the calls around a frame take.
width = 1280
height = 620
load "plots/style.gp"

set multiplot layout 1, 2

# The arms in words; one that is not listed goes by its name.
known = "same tether leash limit all_rows damping speed_limit turn_corners turn_edge turn_leashed turn_point turn_free turn_triangle world carried asleep regrasp poses_sheet poses_chain colouring"
words_of = "'a frame beside itself' 'tethers' 'leashes' 'strain limits' 'all three' 'damping' 'limit on speeds' 'turn: held by two corners' 'turn: held by an edge' 'turn: two corners, leashed' 'turn: held by one particle' 'turn: held by nothing' 'turn: three on no line' 'the world around a step' 'a frame that moves' 'a cloth asleep' 'take hold and let go' 'poses of a sheet' 'poses of chains' 'colouring, beside a scan'"
place(name, k) = k > words(known) ? 0 : word(known, k) eq name ? k : place(name, k + 1)
in_words(name) = place(name, 1) > 0 ? word(words_of, place(name, 1)) : name
# Calls, which are no part of a frame, have a panel of their own.
is_call(name) = place(name, 1) >= place("asleep", 1)

arms = system(labtool." table ".data." ratio | sed '/^#/d; /^$/d; s/\"//g' | cut -f 1 | tr '\n' ' '")
parts = ""
calls = ""
do for [k=1:words(arms)] {
    if (is_call(word(arms, k))) { calls = calls." ".word(arms, k) } else { parts = parts." ".word(arms, k) }
}
row(list, name) = sum [k = 1:words(list)] (word(list, k) eq name ? k : 0)
# A value of the left panel.
part(value) = is_call(strcol(1)) ? NaN : value
at(list, name) = row(list, name) > 0 ? row(list, name) : NaN

set grid xtics noytics
set ytics noenhanced nomirror out scale 0
set style fill solid 0.85 noborder
set key off

set title "What a mechanism adds to a frame of 1,024 particles"
set xlabel "added time [%] of the frame without it; whiskers: median deviation"
set yrange [words(parts) + 0.6:0.4]
set xrange [-20:200]
set arrow from 0, graph 0 to 0, graph 1 nohead linewidth 1.5 linecolor "#404040" front
do for [k=1:words(parts)] { set ytics add (in_words(word(parts, k)) k) }
if (words(parts) > 0) {
plot table("added ratio_mad") using (part(50 * $2)):(at(parts, strcol(1))):(part(0 < $2 ? 0 : 100 * $2)):(part(0 < $2 ? 100 * $2 : 0)):(at(parts, strcol(1)) - 0.36):(at(parts, strcol(1)) + 0.36) \
         with boxxyerror linecolor "#56b4e9" notitle, \
     "" using (part(100 * $2)):(at(parts, strcol(1))):(100 * $3) with xerrorbars linetype 1 linecolor "#202020" pointtype 7 pointsize 0.6 notitle, \
     "" using (part(100 * ($2 + $3) + 1.5)):(at(parts, strcol(1))):(sprintf("%+.0f %%", 100 * $2)) with labels left notitle
}

unset arrow
unset offsets
unset ytics
set ytics noenhanced nomirror out scale 0
set title "What a call takes beside a frame"
set xlabel "time of the call over the frame's [1]" offset 0, 0
set logscale x
set format x power_of_ten
set xrange [1e-4:200]
set yrange [words(calls) + 0.6:0.4]
set arrow from 1, graph 0 to 1, graph 1 nohead linewidth 1.5 linecolor "#d00000" front
set label "a frame" at 1.2, graph 0.975 textcolor rgb "#d00000"
do for [k=1:words(calls)] { set ytics add (in_words(word(calls, k)) k) }
short(s) = s < 1e-6 ? sprintf("%.0f ns", 1e9 * s) : s < 1e-3 ? sprintf("%.0f us", 1e6 * s) : sprintf("%.1f ms", 1e3 * s)
if (words(calls) > 0) {
plot table("ratio frame_s") using (sqrt(1e-4 * $2)):(at(calls, strcol(1))):(1e-4):2:(at(calls, strcol(1)) - 0.3):(at(calls, strcol(1)) + 0.3) \
         with boxxyerror linecolor "#e69f00" notitle, \
     "" using (1.3 * $2):(at(calls, strcol(1))):(short($3)) with labels left notitle
}
unset multiplot
