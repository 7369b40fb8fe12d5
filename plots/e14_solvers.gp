# Which solver and which split: strain and leftover motion against the time of a frame. Lower and
# further left is better; a line joins 8, 16 and 32 sweeps of one split.
width = 1600
height = 1500
load "plots/style.gp"

# Rows of panels: both measures for the first size of the result, then for the second.
wanted = "frame_s strain_rms kinetic_j"
stats table(wanted) using 1 nooutput
sizes = STATS_max > STATS_min ? 2 : 1
size(i) = i == 1 ? STATS_min : STATS_max
if (sizes == 1) height = 830
set terminal pngcairo size width, height font "DejaVu Sans,12" linewidth 1.5 background "#ffffff"
set output out

set multiplot layout 2 * sizes, 4 margins 0.065, 0.99, (sizes == 1 ? 0.19 : 0.105), 0.955 spacing 0.012, (sizes == 1 ? 0.09 : 0.055)
set logscale xy
set format y power_of_ten
set xrange [*:*]
set xtics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
set offsets graph 0.03, graph 0.03, 0, 0
# A line runs over the sweeps of one split, which the table parts with blank lines.
set datafile missing NaN
joined(what) = table(what)." | sed '/^$/d'"
clip(value, most) = value > most ? most : value
here(value) = $1 == columns && strcol(2) eq hold && strcol(3) eq start && strcol(4) eq solver && \
              $6 == substeps ? value : NaN
holds = "corners corners edge edge"
starts = "level hanging level hanging"
solvers = "avbd vbd xpbd"
colours = "#0072b2 #e69f00 #cc79a7"
points = "7 5 9 13"

do for [i = 1:sizes] {
    columns = size(i)
    do for [measure = 1:2] {
        do for [panel = 1:4] {
            hold = word(holds, panel)
            start = word(starts, panel)
            unset xlabel
            set format x ""
            if (measure == 1) {
                set title sprintf("%d x %d, held by %s, %s at first", columns, columns, hold eq "edge" ? "one edge" : "two corners", start)
            } else {
                unset title
                if (i == sizes) { set xlabel "processor time of a frame [ms]" }
                set format x "%g"
            }
            set ylabel (panel > 1 ? "" : measure == 1 ? "rms strain [1]" : "leftover kinetic energy [J]")
            set format y (panel > 1 ? "" : power_of_ten)
            if (measure == 1) { set yrange [1e-4:1] } else { set yrange [1e-6:100] }
            # Each of three panels carries a third of the key.
            shown = i == sizes && measure == 2 ? panel : 0
            set key at graph 0.5, (sizes == 1 ? -0.22 : -0.25) top center nobox samplen 1.5 maxrows 2 width -2
            plot for [s = 1:3] for [k = 0:3] joined(wanted) \
                using (solver = word(solvers, s), substeps = 2 ** k, here(1e3 * $7)): \
                      (clip(column(7 + measure), measure == 1 ? 1 : 100)) \
                with linespoints dashtype 1 linewidth 1 linecolor rgb word(colours, s) \
                pointtype int(word(points, k + 1)) pointsize 1.1 \
                title (shown == s ? sprintf("%s %d substep%s", word(solvers, s), 2 ** k, k > 0 ? "s" : "") : "")
        }
    }
}
unset multiplot
