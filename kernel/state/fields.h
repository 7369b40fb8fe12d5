/*
 * fields.h: every array of a cloth's block, in the order in which it lies there.
 *
 * The one list drives allocation, views, hashing, comparison, checking and snapshots, so that a
 * field added here is carried everywhere. Particles are stored colour by colour, and inside a
 * colour in the graph's order: a colour is a contiguous range that a sweep streams through. A
 * distance row lies in the block twice, once in each end's slots, so that a visit finds what it
 * needs beside the particle; the two copies of its penalty and multiplier stay equal to the bit,
 * because |a - b| = |b - a| exactly. The bend rows are linear: a visit uses their quadratic form,
 * gathered per particle, and not the stencils one by one. Its coefficient for a neighbour that a
 * distance row joins as well lies beside that slot, where it costs a visit one addition; the other
 * neighbours are the particle's couples. What colliders a particle may meet in a step is found anew
 * in each, and has room in its slots, from the first up; the table of the colliders themselves lies
 * in the block as well, so that a block is all that a step needs.
 */
#ifndef CLOTH_STATE_FIELDS_H
#define CLOTH_STATE_FIELDS_H

/* How many of each thing a block holds: name, what it counts. */
#define CLOTH_COUNT_LIST(X)                                                                        \
    X(particle, "particles")                                                                       \
    X(particle_end, "particles + 1, for offsets")                                                  \
    X(row, "distance rows: stretch, then skip")                                                    \
    X(slot, "ends of distance rows, by particle")                                                  \
    X(bend, "bend rows")                                                                           \
    X(couple, "neighbours through bend rows alone, by particle")                                   \
    X(link, "slots, then couples")                                                                 \
    X(triangle, "triangles")                                                                       \
    X(contact, "contact slots, CLOTH_CONTACT_SLOTS a particle")                                    \
    X(collider, "colliders, CLOTH_COLLIDERS_MAX of them")                                          \
    X(colour_end, "colours + 1, for offsets")

/* How much of what a block has room for is in use: name, what it counts. */
#define CLOTH_TALLY_LIST(X)                                                                        \
    X(hard_bend, "bend rows of infinite stiffness; 0: couples never change")                       \
    X(held, "held particles")                                                                      \
    X(tether, "free particles with a tether")                                                      \
    X(leash, "free particles with a leash")                                                        \
    X(limit, "stretch rows with a strain limit")                                                   \
    X(collider, "colliders of this step")                                                          \
    X(touched, "particles with anything in their contact slots")                                   \
    X(crowded, "particles near more colliders than they have slots")                               \
    X(backstop, "particles with a backstop")                                                       \
    X(stuck, "particles that are too deep in something, and for how long is counted")              \
    X(rescue, "particles that are being taken to their animated position, or kept there")

/* X(name, type, count, components, unit, what) */
#define CLOTH_FIELD_LIST(X)                                                                        \
    X(colour_offset, int32_t, colour_end, 1, "1", "first particle of each colour")                 \
    X(graph_index, int32_t, particle, 1, "1", "graph number of a stored particle")                 \
    X(stored_index, int32_t, particle, 1, "1", "stored number of a graph particle")                \
    X(mass, ClothReal, particle, 1, "kg", "mass, of a held particle too")                          \
    X(inverse_mass, ClothReal, particle, 1, "kg-1", "0 for a held particle")                       \
    X(step_cap, ClothReal, particle, 1, "m", "shortest incident distance row")                     \
    X(rest, ClothReal, particle, 3, "m", "the shape it was built in")                              \
    X(position, ClothReal, particle, 3, "m", "in the cloth's frame")                               \
    X(previous, ClothReal, particle, 3, "m", "position at the start of the substep")               \
    X(target, ClothReal, particle, 3, "m", "where inertia alone would take it")                    \
    X(velocity, ClothReal, particle, 3, "m s-1", "velocity")                                       \
    X(acceleration, ClothReal, particle, 3, "m s-2", "over the last substep")                      \
    X(held_list, int32_t, particle, 1, "1", "held particles, rising; then -1")                     \
    X(held_target, ClothReal, particle, 3, "m", "where a held one is when the step ends")          \
    X(hold, int32_t, particle, 1, "1", "nearest held particle along the cloth, or -1")             \
    X(hold_distance, ClothReal, particle, 1, "m", "way to it along the cloth, or infinite")        \
    X(hold_position, ClothReal, particle, 3, "m", "where it is in this substep")                   \
    X(tether_radius, ClothReal, particle, 1, "m", "infinite: no tether")                           \
    X(tether_penalty, ClothReal, particle, 1, "N m-1", "k")                                        \
    X(tether_multiplier, ClothReal, particle, 1, "N", "lambda, 0 or more")                         \
    X(leash_offset, ClothReal, particle, 3, "m", "animated position minus hold's")                 \
    X(leash_start, ClothReal, particle, 1, "m", "radius it comes from")                            \
    X(leash_rate, ClothReal, particle, 1, "m s-1", "speed at which it first lets out")             \
    X(leash_radius, ClothReal, particle, 1, "m", "radius now; infinite: no leash")                 \
    X(leash_penalty, ClothReal, particle, 1, "N m-1", "k")                                         \
    X(leash_multiplier, ClothReal, particle, 1, "N", "lambda, 0 or more")                          \
    X(slot_offset, int32_t, particle_end, 1, "1", "first slot of each particle")                   \
    X(slot_neighbour, int32_t, slot, 1, "1", "stored particle at the row's other end")             \
    X(slot_rest, ClothReal, slot, 1, "m", "rest length")                                           \
    X(slot_inertia, ClothReal, slot, 1, "kg", "m_eff of a hard row, 0 on a soft one")              \
    X(slot_penalty, ClothReal, slot, 1, "N m-1", "k: stiffness of a soft row, penalty of a hard")  \
    X(slot_multiplier, ClothReal, slot, 1, "N", "lambda: 0 on a soft row")                         \
    X(limit_rest, ClothReal, slot, 1, "m", "longest a row may be; infinite: no limit")             \
    X(limit_inertia, ClothReal, slot, 1, "kg", "m_eff of a limited row, 0 on another")             \
    X(limit_penalty, ClothReal, slot, 1, "N m-1", "k of the limit")                                \
    X(limit_multiplier, ClothReal, slot, 1, "N", "lambda of the limit, 0 or more")                 \
    X(row_particle, int32_t, row, 2, "1", "stored ends")                                           \
    X(row_slot, int32_t, row, 2, "1", "the two slots it lies in")                                  \
    X(row_kind, int32_t, row, 1, "1", "ClothRowKind")                                              \
    X(row_stiffness, ClothReal, row, 1, "N m-1", "material stiffness, infinite: hard")             \
    X(bend_particle, int32_t, bend, 4, "1", "stored particles, -1: unused")                        \
    X(bend_weight, ClothReal, bend, 4, "1", "stencil weights, sum 0")                              \
    X(bend_scale, ClothReal, bend, 1, "1", "what makes a rigidity the row's N/m")                  \
    X(bend_stiffness, ClothReal, bend, 1, "N m-1", "material stiffness, infinite: hard")           \
    X(bend_inertia, ClothReal, bend, 1, "kg", "m_eff = 1 / sum w_k^2 / m_k")                       \
    X(bend_penalty, ClothReal, bend, 1, "N m-1", "k: stiffness of a soft row, penalty of a hard")  \
    X(bend_multiplier, ClothReal, bend, 3, "N", "lambda: 0 on a soft row")                         \
    X(bend_link, int32_t, bend, 12, "1", "link of each ordered pair of the stencil, or -1")        \
    X(couple_offset, int32_t, particle_end, 1, "1", "first couple of each particle")               \
    X(couple_neighbour, int32_t, couple, 1, "1", "stored particle")                                \
    X(couple_stiffness, ClothReal, link, 1, "N m-1", "sum of k w_i w_j over bend rows")            \
    X(bend_hessian, ClothReal, particle, 1, "N m-1", "sum of k w_i^2 over bend rows")              \
    X(bend_pull, ClothReal, particle, 3, "N", "sum of w_i lambda over bend rows")                  \
    X(triangle_particle, int32_t, triangle, 3, "1", "stored corners")                              \
    X(collider_handle, int32_t, collider, 2, "1", "whose it is: low half, high half")              \
    X(collider_kind, int32_t, collider, 1, "1", "ClothShapeKind")                                  \
    X(collider_size, ClothReal, collider, 3, "m", "its shape's sizes")                             \
    X(collider_friction, ClothReal, collider, 1, "1", "coefficient of the pair")                   \
    X(collider_inflation, ClothReal, collider, 1, "m", "kept free around it")                      \
    X(collider_keep, ClothReal, collider, 1, "m", "inflation and the cloth's thickness")           \
    X(collider_from, ClothReal, collider, 7, "1", "position [m], quaternion: begin of the step")   \
    X(collider_to, ClothReal, collider, 7, "1", "the same, end of the step")                       \
    X(collider_before, ClothReal, collider, 7, "1", "the same, begin of the substep")              \
    X(collider_pose, ClothReal, collider, 7, "1", "the same, end of the substep")                  \
    X(collider_turn, ClothReal, collider, 9, "1", "its rotation as a matrix, row by row")          \
    X(touched_list, int32_t, particle, 1, "1", "particles with contact slots in use, rising; -1")  \
    X(contact_clear, ClothReal, particle, 1, "m", "way from `previous` on which nothing presses")  \
    X(contact_collider, int32_t, contact, 1, "1", "its place among the colliders, -1: none")       \
    X(contact_penalty, ClothReal, contact, 1, "N m-1", "k, of friction as well")                   \
    X(contact_multiplier, ClothReal, contact, 1, "N", "lambda, 0 or more")                         \
    X(contact_allowed, ClothReal, contact, 1, "m", "depth that may remain in this substep")        \
    X(contact_anchor, ClothReal, contact, 3, "m", "where it sticks, in the collider's frame")      \
    X(contact_friction, ClothReal, contact, 3, "N", "lambda across, in the collider's frame")      \
    X(backstop_point, ClothReal, particle, 3, "m", "of the plane in this substep")                 \
    X(backstop_normal, ClothReal, particle, 3, "1", "unit; 0: no plane")                           \
    X(backstop_to, ClothReal, particle, 3, "m", "where the point is when the step ends")           \
    X(backstop_turn, ClothReal, particle, 3, "1", "the normal then")                               \
    X(backstop_distance, ClothReal, particle, 1, "m", "kept beyond the plane")                     \
    X(backstop_penalty, ClothReal, particle, 1, "N m-1", "k")                                      \
    X(backstop_multiplier, ClothReal, particle, 1, "N", "lambda, 0 or more")                       \
    X(backstop_allowed, ClothReal, particle, 1, "m", "depth that may remain in this substep")      \
    X(stuck_s, ClothReal, particle, 1, "s", "how long its residual has been too large")            \
    X(rescue_s, ClothReal, particle, 1, "s", "since its rescue began; infinite: none")             \
    X(rescue_from, ClothReal, particle, 3, "m", "off its animated position then")

#endif
