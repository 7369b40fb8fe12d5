# What each arm leaves of rest: how many of its sheets are still, and how deep they lie.
width = 1100
height = 560
load "plots/style.gp"

arms = values("arm")
n = words(arms)
say(k) = plain(word(arms, k))
count(arm) = real(system(labtool." table ".data." still_step".only("arm", arm)." | awk '!/^#/ && NF > 0 && $NF == $NF + 0 {s++} END {print s + 0}'"))
all(arm) = real(system(labtool." table ".data." still_step".only("arm", arm)." | awk '!/^#/ && NF > 0 {s++} END {print s + 0}'"))
deepest(arm) = real(system(labtool." table ".data." depth".only("arm", arm)." | awk '!/^#/ && NF > 0 && $NF > m {m = $NF} END {print m + 0}'"))

set multiplot layout 2,1 title "What decides whether a sheet on a solid is still (above), and how deep it lies (below)" noenhanced
unset key
set xrange [0.3:n + 0.7]
set style fill solid 0.8 border -1
set boxwidth 0.6
set lmargin 10
set samples n
unset xtics
set bmargin 0.6
set ylabel "share that is still"
set yrange [0:1.05]
plot '+' using ($0 + 1):(count(word(arms, int($0) + 1)) / all(word(arms, int($0) + 1))) with boxes linetype 3
set bmargin 7
set tmargin 0.6
set xtics rotate by 50 right noenhanced
do for [k = 1:n] { set xtics add (say(k) k) }
set ylabel "nearer than kept [mm]"
set yrange [0.1:20]
set logscale y
plot '+' using ($0 + 1):(1000.0 * deepest(word(arms, int($0) + 1))) with boxes linetype 2
unset multiplot
