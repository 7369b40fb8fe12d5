# Which solver and which split: strain and leftover motion against the time of a frame. Lower and
# further left is better; a line joins the numbers of sweeps of one split. What left the picture at
# the top, or diverged, lies on its upper edge.
load "plots/style.gp"

# Of a garment there is no size, hold or start: those columns are put in front.
wanted = "frame_s strain_rms kinetic_j"
garment = system(labtool." table ".data." ".wanted." | sed -n 1p")[3:9] ne "columns"
rows = labtool." table ".data." ".wanted." | sed '/^$/d; /^#/d".(garment ? "; s/^/1\t\"-\"\t\"-\"\t/" : "")."'"
# The different values in some columns, in the order in which they come.
values(columns, shown) = system(rows." | cut -f".columns." | tr -d '\"' | awk '!seen[$0]++ {print $".shown."}' | tr '\n' ' '")
sizes = values("1", "1")
holds = values("2,3", "1")
starts = values("2,3", "2")
solvers = values("4", "1")
splits = values("6", "1")
tall = words(sizes)

width = 1600
height = 855 + 670 * (tall - 1)
set terminal pngcairo size width, height font "DejaVu Sans,12" linewidth 1.5 background "#ffffff"
set output out

set datafile missing NaN
set multiplot layout 2 * tall, words(holds) \
    margins 0.065, 0.99, 150.0 / height, 1 - 90.0 / height spacing 0.012, 80.0 / height \
    title "Lower and further left is better. A line: one solver and split at 8, 16 and 32 sweeps a frame. Black ring: shipped, avbd at 2 substeps of 4 iterations"
set logscale xy
set xtics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
if (garment) set autoscale xfix
set offsets graph 0.03, graph 0.03, 0, 0
most(measure) = measure == 1 ? 1 : 100
clip(value, most) = value <= most ? value : most
here(value) = $1 == size && strcol(2) eq hold && strcol(3) eq start && strcol(4) eq solver && \
              $6 == split ? value : NaN
hue(solver) = solver eq "avbd" ? "#0072b2" : solver eq "vbd" ? "#e69f00" : "#cc79a7"
shapes = "7 5 9 13 11 15 4 6"
shape(k) = int(word(shapes, (k - 1) % 8 + 1))

do for [i = 1:tall] {
    size = int(word(sizes, i))
    do for [measure = 1:2] {
        do for [panel = 1:words(holds)] {
            hold = word(holds, panel)
            start = word(starts, panel)
            last = i == tall && measure == 2
            set title (measure == 2 ? "" : garment ? "the garment" : sprintf("%d x %d, held by %s, %s at first", size, size, hold eq "edge" ? "one edge" : "two corners", start))
            set xlabel (last ? "processor time of a frame [ms]" : "")
            set format x (measure == 2 ? "%g" : "")
            set ylabel (panel > 1 ? "" : measure == 1 ? "rms strain [1]" : "leftover kinetic energy [J]")
            set format y (panel > 1 ? "" : power_of_ten)
            # A garment has a picture of its own, with a scale of its own.
            if (garment) { set yrange [*:*] } else { set yrange [(measure == 1 ? 1e-4 : 1e-6):most(measure)] }
            # Each panel carries a solver's part of the key; a single one carries it all.
            set key at graph 0.5, -0.28 top center nobox samplen 1.5 width -2 maxrows (words(holds) < words(solvers) ? 3 : 2)
            shown(s) = last && (words(holds) < words(solvers) ? panel == 1 : panel == s)
            plot for [s = 1:words(solvers)] for [k = 1:words(splits)] "< ".rows \
                using (solver = word(solvers, s), split = int(word(splits, k)), here(1e3 * $7)): \
                      (clip(column(7 + measure), most(measure))) \
                with linespoints dashtype 1 linewidth 1 linecolor rgb hue(word(solvers, s)) \
                pointtype shape(k) pointsize 1.1 \
                title (shown(s) ? word(solvers, s)." ".word(splits, k).(word(splits, k) eq "1" ? " substep" : " substeps") : ""), \
                "< ".rows using (strcol(4) eq "avbd" && $6 == 2 && $5 == 8 && $1 == size && strcol(2) eq hold && strcol(3) eq start ? 1e3 * $7 : NaN): \
                      (clip(column(7 + measure), most(measure))) \
                with points pointtype 6 pointsize 3 linewidth 1.5 linecolor "#000000" notitle
        }
    }
}
unset multiplot
