# Absurd cloths that are lost, by the mechanism that is left out and by how long they were stepped.
load "plots/style.gp"

set title "Absurd cloths lost: not finite, or a pivot that is not positive"
set ylabel "cloths lost [1]"
set style data histograms
set style histogram rowstacked
set style fill solid 0.85 border linecolor "#404040"
set boxwidth 0.6
set yrange [0:*]
set offsets 0, 0, 2, 0
set bmargin 5
set xrange [-0.6:4.6]
set grid noxtics ytics
set key top left reverse Left

# The arms, in words, and how many each lost.
lost(word) = int(system(substr(table("non_finite not_positive --where arm=".word), 3, -1). \
    " | awk -F '\t' '!/^#/ && NF { n += $2 + $3 } END { print n + 0 }'"))
arm(word) = in_words(word).":\n".(lost(word) == 0 ? "none lost" : sprintf("%d lost", lost(word)))
in_words(word) = word eq "shipped" ? "shipped" : \
            word eq "no_geometric" ? "without geometric\nstiffness" : \
            word eq "no_ldlt" ? "cofactors\nfor LDL^T" : \
            word eq "no_cap" ? "without the cap\nof a step" : "without the lift\nof the diagonal"
set xtics noenhanced

of(steps) = table("non_finite not_positive --where cloth_steps=".steps)

plot of("10") using ($2 + $3):xtic(arm(strcol(1))) linetype 1 dashtype 1 title "10 steps each", \
     of("100") using ($2 + $3) linetype 2 dashtype 1 title "100", \
     of("1000") using ($2 + $3) linetype 3 dashtype 1 title "1,000", \
     of("10000") using ($2 + $3) linetype 4 dashtype 1 title "10,000"
