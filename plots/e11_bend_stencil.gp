# What the summed hinge rows make of a rolled patch's kappa^2/2 and of a twist, by meshing; and a fold.
width = 1280
load "plots/style.gp"

set multiplot
set size 0.62, 1
set origin 0, 0
set title "Bending energy of a patch, over what a thin plate has"
set ylabel "energy over B {/Symbol k}^2 A/2; of the twist over B {/Symbol t}^2 A [1]"
set xrange [-0.6:4.6]
set yrange [0:12.5]
set style data histograms
set style histogram clustered gap 1.5
set style fill solid 0.9 border -1
set boxwidth 0.9
set xtics ("rolled\n0°" 0, "rolled\n+45°" 1, "rolled\n-45°" 2, "rolled\n90°" 3, "twisted" 4) offset 0, -0.3
set grid noxtics ytics
set bmargin 4
set key top left
set arrow 1 from -0.6, 1 to 3.5, 1 nohead front linetype 2 linewidth 2 linecolor "#c04000"
set arrow 2 from 3.55, 0.03 to 4.5, 0.03 nohead front linetype 2 linewidth 2 linecolor "#c04000"

finest = "--where n=64 --where shape=roll_0,roll_p45,roll_m45,roll_90,twist"
ratio(meshing) = table("ratio ".finest." --where meshing=".meshing)
plot ratio("one_diagonal") using 2 linetype 1 linecolor "#0072b2" title "one diagonal", \
     ratio("alternating") using 2 linetype 1 linecolor "#e69f00" title "alternating diagonals", \
     ratio("equilateral") using 2 linetype 1 linecolor "#009e73" title "equilateral", \
     NaN with lines linetype 2 linewidth 2 linecolor "#c04000" title "a plate: 1, and 0 when twisted"

unset arrow
unset label
set size 0.38, 1
set origin 0.62, 0
set title "One hinge, folded"
set xlabel "fold [degree]"
set ylabel "|C| over the edge's length [1]"
set xrange [0:180]
set yrange [0:2.2]
set xtics auto
set xtics 45
set samples 200
set key bottom right
plot 2 * sin(x * pi / 360) with lines linetype 1 linecolor "#000000" title "2 sin(angle / 2)", \
     table("fold_c --where shape=fold --where n=64 --where meshing=one_diagonal") using (5 * column(1)):2 \
         with points pointtype 6 linecolor "#0072b2" title "the row"
unset multiplot
