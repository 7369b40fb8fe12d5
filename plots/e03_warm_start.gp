# The warm start's map: how much motion is left in a hanging chain, over alpha and gamma.
load "plots/style.gp"

set title "A hanging chain after 1,200 steps: what is left of its motion"
set xlabel "alpha: share of the multiplier carried into a substep [1]"
set ylabel "gamma: decay of penalties and multipliers [1]"
set cblabel "log_{10} of the largest kinetic energy of the last 300 steps [J]" offset 1
set key inside left bottom textcolor "#ffffff" opaque fillcolor "#404040"
set rmargin 12

# What diverged has no energy and shows as the ground.
set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fillcolor "#b8b8b8" fillstyle solid noborder

set autoscale noextend
set samples 400

hyperbola(product, x) = x > product ? product / x : NaN

plot table("kinetic_late_max --where links=20 --where inertia=m_eff") using 1:2:(order($3, 1e-20)) with image notitle, \
     hyperbola(0.5, x) with lines linetype 1 linecolor "#ffffff" linewidth 2.5 \
         title "alpha gamma = 0.5: the cliff", \
     hyperbola(0.25, x) with lines linetype 2 linecolor "#ff8c69" linewidth 2 \
         title "alpha gamma = 0.25: what is shipped"
