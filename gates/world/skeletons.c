#include "skeletons.h"

#include <string.h>

#include "gate.h"

/* Links from where no chain begins. */
enum { FAR = 1000 };

void skeleton_add_edge(SkeletonInput *input, int32_t a, int32_t b) {
    input->edge[2 * input->edge_count] = a;
    input->edge[2 * input->edge_count + 1] = b;
    input->edge_count++;
}

void skeleton_add_triangle(SkeletonInput *input, const int32_t corner[3]) {
    memcpy(&input->triangle[3 * input->triangle_count], corner, 3 * sizeof *corner);
    input->triangle_count++;
}

ClothStatus skeleton_build(const SkeletonInput *input, ClothSkeleton *skeleton, ClothError *error) {
    return cloth_skeleton_build(input->rest, input->particle_count, input->edge, input->edge_count,
                                input->triangle, input->triangle_count, skeleton, error);
}

ClothSkeleton skeleton_build_sound(const SkeletonInput *input) {
    ClothSkeleton skeleton;
    ClothError error = {0};
    const ClothStatus status = skeleton_build(input, &skeleton, &error);
    ck_assert_msg(status == CLOTH_OK, "%s", error.message);
    return skeleton;
}

int skeleton_has_triangle(const SkeletonInput *input, int32_t joint) {
    for (int32_t c = 0; c < 3 * input->triangle_count; c++) {
        if (input->triangle[c] == joint) {
            return 1;
        }
    }
    return 0;
}

int skeleton_order_faults(const SkeletonInput *input, const ClothSkeleton *skeleton) {
    int place_of[SKELETON_PARTICLES_MAX];
    int faults = 0;
    memset(place_of, -1, sizeof place_of);
    for (int32_t place = 0; place < skeleton->joint_count; place++) {
        const int32_t joint = skeleton->order[place];
        faults += place_of[joint] != -1;
        faults += skeleton_has_triangle(input, joint) != (place < skeleton->surface_count);
        faults += place > 0 && place < skeleton->surface_count &&
                  skeleton->order[place] < skeleton->order[place - 1];
        const int32_t parent = skeleton->parent[joint];
        faults += parent >= 0 && place_of[parent] == -1;
        place_of[joint] = place;
    }
    return faults;
}

/* One round over the edges: whoever has a nearer neighbour comes nearer. */
static void relax(const SkeletonInput *input, int *links) {
    for (int32_t e = 0; e < input->edge_count; e++) {
        for (int side = 0; side < 2; side++) {
            const int32_t from = input->edge[2 * e + side];
            const int32_t to = input->edge[2 * e + 1 - side];
            links[to] = links[from] + 1 < links[to] ? links[from] + 1 : links[to];
        }
    }
}

static void relax_all(const SkeletonInput *input, int *links) {
    for (int32_t round = 0; round < input->particle_count; round++) {
        relax(input, links);
    }
}

int skeleton_parent_faults(const SkeletonInput *input, const ClothSkeleton *skeleton) {
    int links[SKELETON_PARTICLES_MAX];
    int faults = 0;
    for (int32_t i = 0; i < input->particle_count; i++) {
        links[i] = skeleton_has_triangle(input, i) ? 0 : FAR;
    }
    relax_all(input, links);
    for (int32_t i = 0; i < input->particle_count; i++) {
        if (links[i] >= FAR) {
            links[i] = 0;
            relax_all(input, links);
        }
    }
    for (int32_t i = 0; i < input->particle_count; i++) {
        const int32_t parent = skeleton->parent[i];
        faults += (parent == -1) != (links[i] == 0);
        if (parent < 0) {
            continue;
        }
        int joined = 0;
        for (int32_t e = 0; e < input->edge_count; e++) {
            const int32_t *end = &input->edge[2 * e];
            joined += (end[0] == parent && end[1] == i) || (end[1] == parent && end[0] == i);
        }
        faults += joined == 0 || links[parent] != links[i] - 1;
    }
    return faults;
}

int skeleton_child_faults(const ClothSkeleton *skeleton) {
    int faults = skeleton->child_offset[0] != 0;
    int32_t hanging = 0;
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        hanging += skeleton->parent[i] >= 0;
        for (int32_t c = skeleton->child_offset[i]; c < skeleton->child_offset[i + 1]; c++) {
            faults += skeleton->parent[skeleton->child[c]] != i;
            faults += c > skeleton->child_offset[i] && skeleton->child[c] <= skeleton->child[c - 1];
        }
    }
    return faults + (skeleton->child_offset[skeleton->joint_count] != hanging);
}

int skeleton_fan_faults(const SkeletonInput *input, const ClothSkeleton *skeleton) {
    int faults = skeleton->fan_offset[skeleton->surface_count] != 3 * input->triangle_count;
    for (int32_t place = 0; place < skeleton->surface_count; place++) {
        int twists = 0;
        int32_t f = skeleton->fan_offset[place];
        for (int32_t c = 0; c < 3 * input->triangle_count; c++) {
            const int32_t *triangle = &input->triangle[c - c % 3];
            if (input->triangle[c] != skeleton->order[place]) {
                continue;
            }
            faults += skeleton->fan[2 * f] != triangle[(c + 1) % 3];
            faults += skeleton->fan[2 * f + 1] != triangle[(c + 2) % 3];
            twists += skeleton->fan[2 * f] == skeleton->twist[place];
            twists += skeleton->fan[2 * f + 1] == skeleton->twist[place];
            f++;
        }
        faults += f != skeleton->fan_offset[place + 1] || twists == 0;
    }
    return faults;
}

int skeleton_faults(const SkeletonInput *input, const ClothSkeleton *skeleton) {
    return skeleton_order_faults(input, skeleton) + skeleton_parent_faults(input, skeleton) +
           skeleton_child_faults(skeleton) + skeleton_fan_faults(input, skeleton);
}
