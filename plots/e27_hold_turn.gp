# The angle of a flag about its pole over time, with the turn of the whole cloth and without; and how many
# cloths are left awake.
width = 1280
height = 620
load "plots/style.gp"

cloth = prefer("cloth", "rope")
steps = real(word(values("steps"), 1))
starts = real(word(values("starts"), 1))
shown = chosen("scene", "pole")." --where cloth=".cloth
turned(arm) = table("azimuth".shown." --where arm=".arm)
degrees_each = 180 / pi

set multiplot title "Does a flag on a vertical pole in still air come to hang still?" noenhanced
set tmargin at screen 0.89
set bmargin at screen 0.12
set lmargin at screen 0.07
set rmargin at screen 0.53
set title "a ".cloth." flag, turned about its pole"
set xlabel "time [s]"
set ylabel "angle about the pole [degrees]"
set key at graph 0.03, graph 0.05 left bottom
arms = (has("arm", "without") ? "without " : "").(has("arm", "shipped") ? "shipped" : "")
colour_of(arm) = arm eq "shipped" ? "#0072b2" : "#d55e00"
said(arm) = arm eq "shipped" ? "with the turn of the whole cloth (shipped)" : "without it"
plot for [a in arms] turned(a) using (($1 + 0.5) * steps / 300 / 60):($2 * degrees_each) with lines \
         linewidth 2.5 dashtype 1 linecolor rgb colour_of(a) title said(a)

# One bar a scene and arm: the sum over the fabrics of what is still awake.
scenes = "pole tilted level hands corner"
names = "'upright\npole' 'tilted\npole' 'level\npole' 'two\nhands' 'one\ncorner'"
awake(scene, arm) = !has("scene", scene) || !has("arm", arm) ? "0" : system(labtool." table ".data." awake --where scene=".scene." --where arm=".arm." | sed '/^#/d; /^$/d; s/nan/0/I' | awk '{ s += $NF; if ($NF == $NF + 0) n++ } END { print s + 0 }'")
set lmargin at screen 0.61
set rmargin at screen 0.985
set title sprintf("cloths still awake after %.0f s, of 7 fabrics x %d starts", steps / 60, starts)
set xlabel "what it hangs from" offset 0, -0.5
set ylabel "awake [1]"
set xrange [0.4:5.6]
set yrange [0:*]
set offsets 0, 0, 1.5, 0
unset xtics
set xtics nomirror scale 0
do for [s = 1:5] { set xtics add (word(names, s) s) }
set style fill solid 0.9 noborder
set boxwidth 0.36
set key at graph 0.03, graph 0.97 left top
set print $bars
do for [s = 1:5] { print sprintf("%d %s %s", s, awake(word(scenes, s), "without"), awake(word(scenes, s), "shipped")) }
unset print
plot $bars using ($1 - 0.2):2 with boxes linecolor rgb "#d55e00" title "without", \
     $bars using ($1 + 0.2):3 with boxes linecolor rgb "#0072b2" title "with (shipped)", \
     $bars using ($1 - 0.2):2:2 with labels offset 0, 0.6 notitle, \
     $bars using ($1 + 0.2):3:3 with labels offset 0, 0.6 notitle
unset multiplot
