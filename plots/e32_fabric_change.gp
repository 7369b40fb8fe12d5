# What is felt after a change of fabric, pair by pair; the diagonal is left alone.
width = 1280
height = 560
load "plots/style.gp"

set multiplot layout 1, 3 margins 0.065, 0.92, 0.16, 0.83 spacing 0.025, 0 \
    title "Largest acceleration in the second after a change of fabric; the diagonal was left alone. Gravity is 9.8"
names = values("from")
unset key
set xtics () rotate by 45 right
set ytics ()
do for [k = 1:words(names)] {
    set xtics add (word(names, k) k)
    set ytics add (word(names, k) k)
}
set xrange [0.5:words(names) + 0.5]
set yrange [words(names) + 0.5:0.5]
set cbrange [0:60]
set cblabel "largest acceleration of a particle [m/s^2]"
set xlabel "to" offset 0, -1
unset grid
place(name) = (strstrt(" ".names, " ".name." ") > 0 ? words(substr(names, 1, strstrt(" ".names, " ".name." "))) : NaN)
scenes = values("scene")
do for [k = 1:words(scenes)] {
    scene = word(scenes, k)
    set title scene eq "falling" ? "a sheet in mid fall" : scene eq "resting" ? "a sheet at rest" : "a chain in mid swing"
    if (k == 1) { set ylabel "from" } else { unset ylabel; unset ytics }
    if (k == words(scenes)) { set colorbox } else { unset colorbox }
    plot table("peak peak_alone".only("scene", scene)) using (place(strcol(2))):(place(strcol(1))):3 with image notitle, \
         "" using (place(strcol(2))):(place(strcol(1))):(sprintf("%.0f", $3)) with labels font ",10" \
             textcolor rgb "#ffffff" notitle
}
unset multiplot
