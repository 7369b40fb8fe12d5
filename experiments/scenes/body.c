#include "scenes/body.h"

#include <math.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"

static const double pi = 3.14159265358979323846;

const char *body_gait_text(BodyGait gait) {
    static const char *const text[] = {
#define BODY_GAIT_TEXT(name, text) text,
        BODY_GAIT_LIST(BODY_GAIT_TEXT)
#undef BODY_GAIT_TEXT
    };
    return gait >= 0 && gait < BODY_GAITS ? text[gait] : "unknown";
}

const char *body_bone_text(BodyBone bone) {
    static const char *const text[] = {
#define BODY_BONE_TEXT(name, text) text,
        BODY_BONE_LIST(BODY_BONE_TEXT)
#undef BODY_BONE_TEXT
    };
    return bone >= 0 && bone < BODY_BONES ? text[bone] : "unknown";
}

/* A man of 1.81 m: heights over the ground, half widths, lengths of limbs [m]. */
#define HIP_Y        0.90
#define HIP_X        0.095
#define CHEST_Y      1.27
#define SHOULDER_Y   1.43
#define SHOULDER_X   0.19
#define THIGH_M      0.43
#define SHIN_M       0.42
#define FOOT_M       0.17
#define UPPER_ARM_M  0.29
#define FOREARM_M    0.30
#define ARM_HANG_RAD 0.16 /* how far arms hang off the sides */
#define ARM_KEPT     0.4  /* of what they were spread by, in sleeves */

ClothShape body_shape(BodyBone bone) {
    switch (bone) {
    case BODY_PELVIS:
        return cloth_capsule(0.115, 0.05);
    case BODY_BELLY:
        return cloth_tapered_capsule(0.115, 0.13, 0.5 * (CHEST_Y - HIP_Y));
    case BODY_CHEST:
        return cloth_capsule(0.12, 0.05);
    case BODY_SHOULDERS:
        return cloth_capsule(0.07, 0.15);
    case BODY_NECK:
        return cloth_capsule(0.055, 0.06);
    case BODY_HEAD:
        return cloth_tapered_capsule(0.085, 0.1, 0.05);
    case BODY_LEFT_UPPER_ARM:
    case BODY_RIGHT_UPPER_ARM:
        return cloth_tapered_capsule(0.042, 0.055, 0.5 * UPPER_ARM_M);
    case BODY_LEFT_FOREARM:
    case BODY_RIGHT_FOREARM:
        return cloth_tapered_capsule(0.034, 0.042, 0.5 * FOREARM_M);
    case BODY_LEFT_THIGH:
    case BODY_RIGHT_THIGH:
        return cloth_tapered_capsule(0.06, 0.088, 0.5 * THIGH_M);
    case BODY_LEFT_SHIN:
    case BODY_RIGHT_SHIN:
        return cloth_tapered_capsule(0.04, 0.058, 0.5 * SHIN_M);
    default:
        return cloth_capsule(0.04, 0.5 * FOOT_M);
    }
}

/* How somebody moves who keeps going. Angles in rad, forward is positive. */
typedef struct Stride {
    double speed_m_s;
    double stride_m; /* of two steps */
    double lean;     /* of the trunk */
    double twist;    /* of the chest, to and fro */
    double thigh;    /* in the middle ... */
    double thighs;   /* ... and to either side of it */
    double knee;     /* least ... */
    double knees;    /* ... and how much more at most */
    double arm;      /* likewise */
    double arms;
    double elbow;
    double bob_m;  /* up and down, twice a stride */
    double sink_m; /* hips lower than standing */
} Stride;

static const Stride walking = {.speed_m_s = 1.4,
                               .stride_m = 1.5,
                               .lean = 0.05,
                               .twist = 0.12,
                               .thigh = 0.08,
                               .thighs = 0.42,
                               .knee = 0.08,
                               .knees = 0.95,
                               .arms = 0.5,
                               .elbow = 0.4,
                               .bob_m = 0.02,
                               .sink_m = 0.03};

static const Stride sprinting = {.speed_m_s = 9.0,
                                 .stride_m = 4.2,
                                 .lean = 0.2,
                                 .twist = 0.2,
                                 .thigh = 0.42,
                                 .thighs = 0.85,
                                 .knee = 0.3,
                                 .knees = 1.65,
                                 .arm = -0.1,
                                 .arms = 0.85,
                                 .elbow = 1.5,
                                 .bob_m = 0.04,
                                 .sink_m = 0.05};

/* 0 up to time 0, 1 from `over` on, smoothly between; and its integral. */
static double rise(double time, double over) {
    const double u = fmin(fmax(time / over, 0.0), 1.0);
    return u * u * (3.0 - 2.0 * u);
}

static double risen(double time, double over) {
    const double u = fmin(fmax(time / over, 0.0), 1.0);
    return over * u * u * u * (1.0 - 0.5 * u) + fmax(time - over, 0.0);
}

/* When it sets off, is up to speed after, begins to stop, and has stopped after [s]. */
typedef struct Times {
    double up;
    double ends;
    double down;
} Times;

static Times times_of(BodyGait gait) {
    switch (gait) {
    case BODY_WALK:
        return (Times){0.5, 4.0, 0.5};
    case BODY_SPRINT:
        return (Times){1.2, 3.6, 1.0};
    case BODY_SLIDE:
        return (Times){1.2, 2.8, 1.3};
    default:
        return (Times){1.0, 0.0, 1.0};
    }
}

#define TURN_S  0.5
#define PAUSE_S 0.3
#define TURNS   6
#define FALL_S  0.4

double body_rests_at_s(BodyGait gait) {
    const Times times = times_of(gait);
    return BODY_STANDS_S + (gait == BODY_STAND  ? 0.0
                            : gait == BODY_TURN ? TURNS * (TURN_S + PAUSE_S)
                                                : times.ends + times.down);
}

/* Joint angles and the like at one time. */
typedef struct Joints {
    double way_m;   /* along the ground */
    double heading; /* about the vertical */
    double hips_m;  /* over the ground */
    double lean;
    double twist;
    double thigh[2]; /* left, right */
    double knee[2];
    double arm[2];
    double elbow[2];
    double spread; /* of the arms, off the sides */
} Joints;

static double mix(double a, double b, double share) {
    return a + share * (b - a);
}

static Joints stride_at(const Stride *stride, const Times *times, double time) {
    const double pace = rise(time, times->up) - rise(time - times->ends, times->down);
    Joints joints = {.way_m = stride->speed_m_s *
                              (risen(time, times->up) - risen(time - times->ends, times->down))};
    const double phase = 2.0 * pi * joints.way_m / stride->stride_m;
    joints.hips_m = HIP_Y + pace * (stride->bob_m * cos(2.0 * phase) - stride->sink_m);
    joints.lean = pace * stride->lean;
    joints.twist = pace * stride->twist * sin(phase);
    for (int k = 0; k < 2; k++) {
        const double at = phase + pi * k;
        joints.thigh[k] = pace * (stride->thigh + stride->thighs * sin(at));
        /* Bent most as the thigh comes forward. */
        joints.knee[k] = pace * (stride->knee + stride->knees * 0.5 * (1.0 + cos(at + 0.5)));
        joints.arm[k] = pace * (stride->arm - stride->arms * sin(at));
        joints.elbow[k] = mix(0.15, stride->elbow, pace);
    }
    return joints;
}

/* Leaning back on one folded leg, the other ahead. */
static void fall(double share, Joints *joints) {
    static const double thigh[2] = {1.35, 0.9};
    static const double knee[2] = {0.3, 2.3};
    static const double arm[2] = {0.5, -0.6};
    joints->hips_m = mix(joints->hips_m, 0.34, share);
    joints->lean = mix(joints->lean, -0.3, share);
    joints->twist = mix(joints->twist, 0.0, share);
    for (int k = 0; k < 2; k++) {
        joints->thigh[k] = mix(joints->thigh[k], thigh[k], share);
        joints->knee[k] = mix(joints->knee[k], knee[k], share);
        joints->arm[k] = mix(joints->arm[k], arm[k], share);
        joints->elbow[k] = mix(joints->elbow[k], 0.6, share);
    }
}

static double heading_at(double time) {
    double heading = 0.0;
    for (int k = 0; k < TURNS; k++) {
        heading += (k % 2 == 0 ? pi : -pi) * rise(time - k * (TURN_S + PAUSE_S), TURN_S);
    }
    return heading;
}

static Joints joints_at(BodyGait gait, double time) {
    const Times times = times_of(gait);
    static const Stride standing = {.stride_m = 1.0, .elbow = 0.15};
    Joints joints = stride_at(gait == BODY_WALK                           ? &walking
                              : gait == BODY_SPRINT || gait == BODY_SLIDE ? &sprinting
                                                                          : &standing,
                              &times, time);
    if (gait == BODY_SLIDE) {
        fall(rise(time - times.ends, FALL_S), &joints);
    }
    if (gait == BODY_TURN) {
        joints.heading = heading_at(time);
    }
    return joints;
}

static const double x_axis[3] = {1.0, 0.0, 0.0};
static const double y_axis[3] = {0.0, 1.0, 0.0};
static const double z_axis[3] = {0.0, 0.0, 1.0};

static ClothPose turned(const double axis[3], double angle) {
    ClothPose pose = cloth_pose_identity();
    quat_axis_angle(axis, angle, pose.rotation);
    return pose;
}

static ClothPose shifted(double x, double y, double z) {
    ClothPose pose = cloth_pose_identity();
    pose.position[0] = x;
    pose.position[1] = y;
    pose.position[2] = z;
    return pose;
}

static ClothPose after(ClothPose outer, ClothPose inner) {
    return cloth_pose_compose(&outer, &inner);
}

/* A joint's pose in the pose before it: at a place, turned forward. */
static ClothPose jointed(ClothPose from, double x, double y, double z, double forward) {
    return after(from, after(shifted(x, y, z), turned(x_axis, -forward)));
}

static void pose_trunk(ClothPose spine, BodyPose *pose) {
    const ClothPose across = turned(z_axis, 0.5 * pi);
    pose->bone[BODY_PELVIS] = after(spine, across);
    pose->bone[BODY_BELLY] = after(spine, shifted(0.0, 0.5 * (CHEST_Y - HIP_Y), 0.0));
    pose->bone[BODY_CHEST] = after(spine, after(shifted(0.0, CHEST_Y - HIP_Y, 0.0), across));
    pose->bone[BODY_SHOULDERS] = after(spine, after(shifted(0.0, SHOULDER_Y - HIP_Y, 0.0), across));
    pose->bone[BODY_NECK] = after(spine, shifted(0.0, SHOULDER_Y - HIP_Y + 0.09, 0.01));
    pose->bone[BODY_HEAD] = after(spine, shifted(0.0, SHOULDER_Y - HIP_Y + 0.23, 0.02));
}

static void pose_arm(ClothPose spine, const Joints *joints, int k, BodyPose *pose) {
    const int upper = k == 0 ? BODY_LEFT_UPPER_ARM : BODY_RIGHT_UPPER_ARM;
    const double side = k == 0 ? 1.0 : -1.0;
    const ClothPose at = jointed(spine, side * SHOULDER_X, SHOULDER_Y - HIP_Y, 0.0, joints->arm[k]);
    const ClothPose shoulder = after(at, turned(z_axis, side * joints->spread));
    pose->bone[upper] = after(shoulder, shifted(0.0, -0.5 * UPPER_ARM_M, 0.0));
    const ClothPose elbow = jointed(shoulder, 0.0, -UPPER_ARM_M, 0.0, joints->elbow[k]);
    pose->bone[upper + 1] = after(elbow, shifted(0.0, -0.5 * FOREARM_M, 0.0));
}

static void pose_leg(ClothPose hips, const Joints *joints, int k, BodyPose *pose) {
    const int thigh = k == 0 ? BODY_LEFT_THIGH : BODY_RIGHT_THIGH;
    const double side = k == 0 ? 1.0 : -1.0;
    const ClothPose hip = jointed(hips, side * HIP_X, 0.0, 0.0, joints->thigh[k]);
    const ClothPose knee = jointed(hip, 0.0, -THIGH_M, 0.0, -joints->knee[k]);
    const ClothPose ankle = jointed(knee, 0.0, -SHIN_M, 0.0, 0.5 * pi);
    pose->bone[thigh] = after(hip, shifted(0.0, -0.5 * THIGH_M, 0.0));
    pose->bone[thigh + 1] = after(knee, shifted(0.0, -0.5 * SHIN_M, 0.0));
    pose->bone[thigh + 2] = after(ankle, shifted(0.0, -0.5 * FOOT_M + 0.03, 0.0));
}

BodyPose body_at(BodyGait gait, double spread_rad, double time_s) {
    Joints joints = joints_at(gait, time_s - BODY_STANDS_S);
    joints.spread = mix(fmax(spread_rad, ARM_HANG_RAD), fmax(ARM_KEPT * spread_rad, ARM_HANG_RAD),
                        rise(time_s, 0.8 * BODY_STANDS_S));
    BodyPose pose = {.root = turned(y_axis, joints.heading)};
    pose.root.position[2] = joints.way_m;
    const ClothPose hips = after(shifted(0.0, joints.hips_m, 0.0), turned(y_axis, -joints.twist));
    const ClothPose spine = after(shifted(0.0, joints.hips_m, 0.0),
                                  after(turned(y_axis, joints.twist), turned(x_axis, joints.lean)));
    /* Where the spine is, seen from where it is while the body stands. */
    pose.chest = after(spine, shifted(0.0, -HIP_Y, 0.0));
    pose_trunk(spine, &pose);
    for (int k = 0; k < 2; k++) {
        pose_arm(spine, &joints, k, &pose);
        pose_leg(hips, &joints, k, &pose);
    }
    return pose;
}
