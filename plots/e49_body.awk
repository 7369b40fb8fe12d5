# Surfaces for pm3d out of `labtool table`: what is ahead, to the left and up, and a colour; an empty
# line after each row, two after each surface.
#   -v what=cape   from place, x, y, z: the particles of one picture, `cols` to a row, drawn out by
#                  cubics to `fine` facets between two, so that light follows the folds
#   -v what=body   from number, solid: eight numbers a solid, two balls and the cone that touches both,
#                  slimmer by `slim`: what lies on it would shine through, as facets are drawn from far to
#                  near, each by its middle
# The picture's `n` lines begin at `from`.

function cubic(a, b, c, d, t) {
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

# Beyond the edge goes on as before it.
function particle(q, r, c) {
    if (r < 0) return 2 * particle(q, 0, c) - particle(q, -r, c)
    if (r >= rows) return 2 * particle(q, rows - 1, c) - particle(q, 2 * (rows - 1) - r, c)
    if (c < 0) return 2 * place[q, r, 0] - place[q, r, -c]
    if (c >= cols) return 2 * place[q, r, cols - 1] - place[q, r, 2 * (cols - 1) - c]
    return place[q, r, c]
}

function across(q, r, c, t) {
    return cubic(particle(q, r, c - 1), particle(q, r, c), particle(q, r, c + 1), particle(q, r, c + 2), t)
}

function draw_cape(    i, j, r, c, u, v, q, line) {
    rows = n / cols
    for (i = 0; i <= fine * (rows - 1); i++) {
        r = int(i / fine); u = i / fine - r
        for (j = 0; j <= fine * (cols - 1); j++) {
            c = int(j / fine); v = j / fine - c
            line = ""
            for (q = 0; q < 3; q++)
                line = line sprintf("%.5f ", cubic(across(q, r - 1, c, v), across(q, r, c, v), \
                                                   across(q, r + 1, c, v), across(q, r + 2, c, v), u))
            print line 0
        }
        print ""
    }
}

function ring(share, t,    j, q, r) {
    r = a[6] + share * (a[7] - a[6]) - slim
    for (j = 0; j <= 24; j++) {
        for (q = 0; q < 3; q++)
            o[q] = a[q] + share * (a[3 + q] - a[q]) + r * (sin(t) * d[q] + cos(t) * (cos(j * pi / 12) * e[q] + sin(j * pi / 12) * f[q]))
        printf "%.5f %.5f %.5f 1\n", o[2], o[0], o[1]
    }
    print ""
}

# Rings about the axis from pole to pole, in a[0..7]: two ends and their radii.
function draw_solid(    q, i, l, w, k) {
    for (q = 0; q < 3; q++) d[q] = a[3 + q] - a[q]
    l = sqrt(d[0] ^ 2 + d[1] ^ 2 + d[2] ^ 2)
    for (q = 0; q < 3; q++) d[q] /= l
    e[0] = d[1]; e[1] = -d[0]; e[2] = 0
    if (e[0] ^ 2 + e[1] ^ 2 < 0.01) { e[0] = 0; e[1] = d[2]; e[2] = -d[1] }
    w = sqrt(e[0] ^ 2 + e[1] ^ 2 + e[2] ^ 2)
    for (q = 0; q < 3; q++) e[q] /= w
    f[0] = d[1] * e[2] - d[2] * e[1]; f[1] = d[2] * e[0] - d[0] * e[2]; f[2] = d[0] * e[1] - d[1] * e[0]
    k = (a[6] - a[7]) / l
    k = atan2(k, sqrt(1 - k * k))
    for (i = 0; i <= 6; i++) ring(0, -pi / 2 + i / 6 * (pi / 2 + k))
    for (i = 1; i <= l / 0.03; i++) ring(i / (int(l / 0.03) + 1), k)
    for (i = 0; i <= 6; i++) ring(1, k + i / 6 * (pi / 2 - k))
    print ""
}

BEGIN { pi = atan2(0, -1); if (!fine) fine = 4 }
/^#/ || NF < 2 || $1 < from || $1 >= from + n { next }
what == "cape" { i = $1 - from; place[0, int(i / cols), i % cols] = $4; place[1, int(i / cols), i % cols] = $2; place[2, int(i / cols), i % cols] = $3 }
what == "body" { a[($1 - from) % 8] = $2; if (($1 - from) % 8 == 7) draw_solid() }
END { if (what == "cape") draw_cape() }
