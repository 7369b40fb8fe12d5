# Colours that each set of rows needs on the largest sheet, and the least that a search finds.
load "plots/style.gp"

# A mesh has no side of its own.
side = prefer("side", "64")
set title "Colours by set of rows (sheets: ".side." x ".side." particles)"
set xlabel "colours [1]"
set xrange [1:12]
set xtics 1
set yrange [words(values("rows")) - 0.3:-0.7]
set ytics noenhanced
set bmargin 7
set key at graph 0.5, screen 0.08 center top horizontal maxcols 2
set object 1 rectangle from first 8, graph 0 to first 10, graph 1 behind fillcolor "#e8eef8" fillstyle solid noborder
set label 1 "said of\ngarments:\n8 to 10" at first 10.15, graph 0.95 left textcolor "#305080"

count(what, labels) = table(what.only("side", side)." --where labels=".labels)
plot count("colours", "natural") using 2:0:ytic(plain(strcol(1))) with points pointtype 7 pointsize 1.8 linecolor "#0072b2" \
         title "greedy, natural order (shipped)", \
     count("colours", "shuffled") using 2:0 with points pointtype 4 pointsize 2.2 linewidth 2 linecolor "#c04000" \
         title "greedy, shuffled labels", \
     count("colours_searched", "natural") using 2:0 with points pointtype 8 pointsize 1.8 linewidth 2 linecolor "#000000" \
         title "fewest that a search finds"
