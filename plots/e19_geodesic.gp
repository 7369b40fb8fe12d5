# How much too long distances along the fabric are: over a sheet, and at the worst particle of each
# cloth.
width = 1320
height = 620
load "plots/style.gp"

side = prefer("side", "128")
nets = words(values("held"))

# A mesh is no square sheet and has no map.
map_of(way) = "map_".way." --where patch=one_diagonal --where side=32 --where held=one"
mapped = has("side", "32") && has("patch", "one_diagonal") && has("held", "one") \
    && system(labtool." table ".data." ".map_of("edges")." | grep -c '[0-9]$'") + 0 > 100

set multiplot
if (mapped) {
    set palette maxcolors 8
    set cbrange [0:40]
    set cbtics 10
    set format cb "%g %%"
    set xrange [-0.5:31.5]
    set yrange [-0.5:31.5]
    unset xtics
    unset ytics
    unset key
    set size ratio -1
    set lmargin at screen 0.035
    set rmargin at screen 0.235
    set object 1 circle at first 9, 9 size first 0.9 front fillcolor "#ffffff" fillstyle solid border linecolor "#000000"
    set label 1 "held" at first 5.5, 5.5 center front textcolor "#ffffff"
    set label 2 "How much too long distances from\nthe held particle of a flat sheet are" at screen 0.135, 0.97 center
    set tmargin at screen 0.87
    set bmargin at screen 0.49
    set title "measured along the edges" offset 0, -0.6
    plot table(map_of("edges")) using (int($1) % 32):(int($1) / 32):(100 * $2) with image
    set tmargin at screen 0.43
    set bmargin at screen 0.05
    set title "pulled straight (shipped)"
    unset label 2
    plot table(map_of("shipped")) using (int($1) % 32):(int($1) / 32):(100 * $2) with image
    unset object 1
    unset label 1
    set size noratio
    set title offset 0, 0
    set xtics
    set ytics
}

set lmargin at screen (mapped ? 0.43 : 0.13)
set rmargin at screen 0.965
set tmargin at screen 0.92
set bmargin at screen 0.27
set title "The worst particle of each cloth (".side." x ".side." particles; one held, or a row)"
set xlabel "off by, as a share of the distance [%]"
set logscale x
set xrange [1e-4:100]
set xtics ("none" 1e-4, "0.001" 1e-3, "0.01" 1e-2, "0.1" 0.1, "1" 1, "10" 10, "100" 100)
set yrange [words(values("patch")) - 0.4:-1.0]
set ytics noenhanced
set key at screen (mapped ? 0.69 : 0.55), screen 0.15 center top horizontal maxcols 3 samplen 1 width -2
set object 2 rectangle from first 1, graph 0 to first 100, graph 1 behind fillcolor "#f7ede8" fillstyle solid noborder
set label 3 "felt as stretch, or as a pull" at first 10, first -0.68 center textcolor "#803010"

# What is less than the axis shows, or rounding, counts as none and is not drawn but at its edge.
percent(x) = x != x ? NaN : 100 * x > 1e-4 ? 100 * x : 1e-4
seen(x) = x != x || 100 * x <= 1e-4 ? NaN : 100 * x
row(k) = int(k / nets)
worst(variable) = table(variable.only("side", side))
plot worst("too_long_edges") using (seen($3)):(row($0)):ytic(plain(strcol(1))) with points pointtype 5 pointsize 1.5 linecolor "#c04000" \
         title "edges, too long", \
     worst("too_long_diagonals") using (seen($3)):(row($0)) with points pointtype 9 pointsize 1.5 linecolor "#e69f00" \
         title "edges and diagonals, too long", \
     worst("too_long_marching") using (seen($3)):(row($0)) with points pointtype 4 pointsize 1.7 linewidth 1.5 linecolor "#000000" \
         title "fast marching, too long", \
     worst("too_short_marching") using (seen($3)):(row($0)) with points pointtype 2 pointsize 1.7 linewidth 2.5 linecolor "#cc0000" \
         title "fast marching, too short", \
     worst("too_long_shipped") using (percent($3)):(row($0)) with points pointtype 7 pointsize 1.7 linecolor "#0072b2" \
         title "shipped, too long", \
     worst("too_short_shipped") using (percent($3)):(row($0)) with points pointtype 6 pointsize 2.6 linewidth 1.5 linecolor "#0072b2" \
         title "shipped, too short"
unset multiplot
