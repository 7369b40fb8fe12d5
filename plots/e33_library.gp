# The seven fabrics by what an author sees of them.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 3 margins 0.07, 0.985, 0.14, 0.84 spacing 0.07, 0 \
    title "What the fabrics of the library come to, the least damped first"
names = system(labtool." table ".data." damping_rate | sed '/^#/d; /^$/d; s/\"//g' | sort -k2,2g | awk '{ printf \"%s \", $1 }'")
place(name) = words(substr(names, 1, strstrt(" ".names, " ".name." ")))
set xrange [0.4:words(names) + 0.6]
set xtics () rotate by 45 right
do for [k = 1:words(names)] { set xtics add (word(names, k) k) }
set style fill solid 0.8 noborder
set boxwidth 0.36
set grid noxtics
set yrange [0:*]

set title "how long it swings"
set ylabel "steps of 1/60 s until it sleeps [1]"
set key right top
plot table("chain_slept") using (place(strcol(1)) - 0.19):2 with boxes linecolor "#0072b2" title "chain", \
     table("sheet_slept") using (place(strcol(1)) + 0.19):2 with boxes linecolor "#e69f00" title "sheet"

unset key
set boxwidth 0.6
set title "how it stands out, clamped"
set ylabel "tip's way out over the strip's length [1]"
plot table("standing_out") using (place(strcol(1))):2 with boxes linecolor "#0072b2"

set title "where its leash stops it"
set ylabel "turn about its hold [degree]"
set yrange [0:190]
set ytics 45
plot table("leash_degree") using (place(strcol(1))):2 with boxes linecolor "#0072b2"
unset multiplot
