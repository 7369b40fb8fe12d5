# Strain that a limit asks for, and strain that comes of it, budget by budget.
load "plots/style.gp"

bend = prefer("bend", "none")
held = prefer("tethers", "with")
set title "A strand of ".word(values("links"), 1)." links dropped through 90 degrees: does a strain limit reach what it asks for?"
set xlabel "stretch, the fabric's [1]"
set ylabel "largest strain of a link [%]"
set logscale y
set xrange [0:1]
set yrange [0.05:40]
set key at graph 0.02, graph 0.03 left bottom

turn = prefer("turn", "with")
arm(variable, substeps, iterations) = table(variable.only("bend", bend).only("tethers", held).only("turn", turn).only("substeps", substeps).only("iterations", iterations))
budgets = "1x1 2x2 2x4"
s(b) = substr(b, 1, 1)
i(b) = substr(b, 3, 3)
shown = ""
do for [b in budgets] { if (has("substeps", s(b)) && has("iterations", i(b))) { shown = shown." ".b } }
colour(k) = word("#000000 #e69f00 #0072b2", k)

plot for [k=1:words(shown)] arm("strain_without", s(word(shown, k)), i(word(shown, k))) using 1:(100*$2) \
         with lines linetype 2 linecolor rgb colour(k) title word(shown, k).", no limit", \
     for [k=1:words(shown)] arm("strain_with", s(word(shown, k)), i(word(shown, k))) using 1:(100*$2) \
         with linespoints linetype 1 linecolor rgb colour(k) title word(shown, k).", limited", \
     arm("strain_asked", s(word(shown, 1)), i(word(shown, 1))) using 1:(100*$2) with lines linetype 3 linewidth 1.6 linecolor rgb "#d55e00" title "asked for"
