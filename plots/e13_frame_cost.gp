# What a frame costs: its parts beside the machine's limit, and what each lever does to it.
width = 1280
height = 620
load "plots/style.gp"

set multiplot layout 1, 2

# The limit: each particle visits each of its rows in each sweep, 60 operations a visit, at the rate
# of independent multiply-add chains.

# The parts of the whole frame, stacked, over the limits.
# The whole frame, or the first arm of a result without it.
arms = system(labtool." table ".data." frame_s | sed '/^#/d; /^$/d' | cut -f 1 | tr -d '\"' | tr '\n' ' '")
chosen = strstrt(" ".arms, " whole ") > 0 ? "whole" : word(arms, 1)
set title (chosen eq "whole" ? "A whole frame, 2 substeps of 4 iterations" : "A frame of the arm ".chosen)
set ylabel "processor time [ms]"
set yrange [0:*]
set offsets 0, 0, graph 0.12, 0
set xrange [0:3.4]
set grid noxtics ytics
set key outside bottom center horizontal maxcols 2 nobox Left reverse width -2
set xtics ("the frame" 0.7, "roots, divisions alone" 1.7, "arithmetic limit" 2.7) scale 0
set style fill solid 0.85 noborder
set boxwidth 0.8
parts = "assemble_s solve_s dual_s predict_s remainder_s limit_s frame_s roots_s"
whole(value) = strcol(1) eq chosen ? 1e3 * value : NaN
stack(k) = whole(sum [i = 2:k] column(i))
plot table(parts) using (0.7):(stack(6)):(0.8) with boxes linecolor "#999999" title "all else", \
     "" using (0.7):(stack(4)) with boxes linecolor "#0072b2" title "dual update", \
     "" using (0.7):(stack(3)) with boxes linecolor "#009e73" title "3x3 solves, caps", \
     "" using (0.7):(stack(2)) with boxes linecolor "#e69f00" title "forces and Hessians", \
     "" using (1.7):(whole($9)) with boxes linecolor "#cc79a7" notitle, \
     "" using (2.7):(whole($7)) with boxes linecolor "#404040" notitle, \
     "" using (1.7):(4 * whole($7)):(1.7) with xerrorbars linetype 1 linecolor "#d00000" pointtype -1 title "4 times the arithmetic limit", \
     "" using (1.13):(whole($8)):(sprintf("%.2f ms", whole($8))) with labels left offset 0, -0.5 notitle, \
     "" using (2.7):(whole($7)):(sprintf("%.2f ms", whole($7))) with labels offset 0, 0.7 notitle

# Every arm over its baseline.
reset
set title "One thing changed: frame over its baseline"
# The arms in words; one that is not listed goes by its name.
known = "whole no_bend no_stretch no_rows no_dual shuffled half_iterations twice_iterations half_substeps twice_substeps quarter_sheet large large_shuffled xpbd"
words_of = "'nothing changed' 'without bend rows' 'without stretch rows' 'without any rows' 'without dual updates' 'shuffled labels' 'half the iterations' 'twice the iterations' 'half the substeps' 'twice the substeps' 'a quarter of the sheet' 'four times the sheet' 'four times, shuffled labels' 'xpbd'"
place(name, k) = k > words(known) ? 0 : word(known, k) eq name ? k : place(name, k + 1)
in_words(name) = place(name, 1) > 0 ? word(words_of, place(name, 1)) : name
set xlabel "ratio of frames [1]; whiskers: median deviation" offset 0, -0.3
set border linewidth 0.8
set grid xtics noytics linewidth 0.5 linetype 1 linecolor "#d8d8d8"
set logscale x 2
set xrange [0.125:8]
set xtics ("1/8" 0.125, "1/4" 0.25, "1/2" 0.5, 1, 2, 4, 8)
set ytics noenhanced nomirror out scale 0
set yrange [*:*] reverse
set offsets 0, 0, 0.6, 0.6
set style fill solid 0.85 noborder
set arrow from 1, graph 0 to 1, graph 1 nohead linewidth 1.5 linecolor "#d00000" front
plot table("ratio ratio_mad") using (sqrt($2)):0:(1 < $2 ? 1 : $2):(1 < $2 ? $2 : 1):($0 - 0.36):($0 + 0.36):yticlabels(in_words(strcol(1))) \
         with boxxyerror linecolor "#56b4e9" notitle, \
     "" using 2:0:3 with xerrorbars linetype 1 linecolor "#202020" pointtype 7 pointsize 0.6 notitle, \
     "" using (7.6):0:(strcol(2) eq "NaN" ? "not of a mesh" : sprintf("%.2f", $2)) with labels right notitle
unset multiplot
