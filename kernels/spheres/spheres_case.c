/* Inputs and reference of spheres. */
#include "cases/case.h"
#include "cases/inputs.h"
#include "system/parallel.h"
#include "cases/rounding.h"
#include "spheres_host.h"
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Indices in the table. */
enum { POINTS, SPHERES, CHANNELS, MODEL, WIDTH, HEIGHT };
enum { LINEAR }; /* of model */
enum { IN_POINTS, IN_SPHERES, IN_COLORS, RESULT };

/* The strategies that skip spheres out of reach. */
#define CULLING "cull|sorted|appended|middle"

/* ---- inputs --------------------------------------------------------------------------------------- */

/* soft: about twelve spheres cover a place (six in an image), large ones first. */
static const char *const distributions[] = {"soft", NULL};
/* sparse: half of the places are covered. Points at the centre (t = 1) of the first, a middle, the last
   sphere. All spheres around one point; points exactly on rims (t = 0); points outside all spheres
   (black). Every other radius 0 or below with points at those centres; denormal squares of distances. */
static const char *const edges[] = {"sparse",  "centre",      "one_centre", "rim",
                                    "outside", "zero_radius", "tiny",       NULL};

enum { STREAM_SPHERES = 1, STREAM_COLORS, STREAM_POINTS };

/* Spheres are in the unit cube, or for an image around the plane z = 0. The first are the largest; `cover` of
   them cover a place on average. */
static void place_spheres(const xl__problem *problem, bool image, double cover, uint64_t seed,
                          float *sphere) {
    const size_t count = (size_t)xl__int(problem, SPHERES);
    const double columns = problem->value[WIDTH], rows = problem->value[HEIGHT];
    const double longer = columns > rows ? columns : rows;
    const double share = cover / (image ? 3.0 : 4.0) / (count > 0 ? (double)count : 1.0);
    const double usual = share >= 1.0 ? 1.0 : image ? sqrt(share) : tool_cube_root(share);
    const double right = image ? columns / longer : 1.0, bottom = image ? rows / longer : 1.0;
    tool_random random;
    tool_random_start(&random, seed, STREAM_SPHERES);
    for (size_t i = 0; i < count; i++, sphere += 4) {
        const double near = (double)i / (double)count;
        const double radius = usual * (1.6 - 1.2 * near) * (0.6 + 0.8 * tool_random_f64(&random));
        sphere[0] = (float)(right * tool_random_f64(&random));
        sphere[1] = (float)(bottom * tool_random_f64(&random));
        sphere[2] =
            (float)(image ? radius * 0.6 * (tool_random_f64(&random) - 0.5) : tool_random_f64(&random));
        sphere[3] = (float)radius;
    }
}

/* Places the points and changes the spheres. Coordinates are exact in float. */
static void place_edge(const char *edge, size_t points, float *point, size_t spheres, float *sphere) {
    const size_t marked[3] = {0, spheres / 2, spheres - 1};
    if (spheres == 0) return;
    for (size_t i = 0; i < spheres; i++) {
        float *s = sphere + 4 * i;
        if (strcmp(edge, "one_centre") == 0) s[0] = s[1] = s[2] = 0.5f;
        if (strcmp(edge, "zero_radius") == 0 && i % 2 == 0) s[3] = i % 4 == 0 ? 0.0f : -1.0f;
        if (strcmp(edge, "tiny") == 0) {
            s[0] = s[1] = s[2] = 0.0f;
            s[3] = 1e-17f;
        }
        if (strcmp(edge, "rim") == 0) { /* quarters: centre + radius is exact */
            for (int k = 0; k < 3; k++) s[k] = floorf(s[k] * 4.0f) * 0.25f;
            s[3] = 0.25f;
        }
    }
    for (size_t i = 0; i < points; i++) {
        float *p = point + 3 * i;
        const size_t which = strcmp(edge, "zero_radius") == 0 ? i * 2 % spheres / 2 * 2 : marked[i % 3];
        const float *s = sphere + 4 * which;
        for (int k = 0; k < 3; k++) p[k] = s[k];
        if (strcmp(edge, "rim") == 0) p[i / 3 % 3] += i % 2 == 0 ? s[3] : -s[3];
        if (strcmp(edge, "outside") == 0) p[0] = 10.0f + (float)(i % 1000);
        if (strcmp(edge, "tiny") == 0) p[i % 3] = 1e-21f * (float)(i % 2000);
    }
}

static bool places_points(const char *distribution) {
    for (int i = 1; edges[i]; i++) /* sparse, the first, does not place points */
        if (strcmp(edges[i], distribution) == 0) return true;
    return false;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool edge = places_points(distribution);
    const bool image = problem->value[WIDTH] > 0.0 && !edge; /* an edge case places its points */
    const int status =
        image ? XL_SUCCESS : tool_data_allocate(problem, &xl__algorithm_spheres, IN_POINTS, data, error);
    if (status != XL_SUCCESS) return status;
    const size_t points = (size_t)xl__int(problem, POINTS);
    const size_t spheres = (size_t)xl__int(problem, SPHERES);
    const size_t channels = (size_t)xl__int(problem, CHANNELS);
    float *sphere = data->in[IN_SPHERES].data, *color = data->in[IN_COLORS].data;
    const bool sparse = strcmp(distribution, "sparse") == 0;
    place_spheres(problem, image, sparse ? 0.5 : image ? 5.0 : 10.0, seed, sphere);
    tool_random random;
    tool_random_start(&random, seed, STREAM_COLORS);
    for (size_t i = 0; i < spheres; i++)
        tool_bright_color(&random, sphere[4 * i], sphere[4 * i + 1], channels, color + i * channels);
    if (image) return XL_SUCCESS;
    float *point = data->in[IN_POINTS].data;
    tool_random_start(&random, seed, STREAM_POINTS);
    for (size_t i = 0; i < 3 * points; i++) point[i] = tool_random_f32(&random);
    if (edge) place_edge(distribution, points, point, spheres, sphere);
    return XL_SUCCESS;
}

/* ---- reference and bound -------------------------------------------------------------------------- */

/* First a sphere's influence. u = 2^-24 is half the distance of floats at 1. With q = d w or d^2 w:
     - d^2: each difference errs by u, its square by 3 u, the sums by 2 u: 5 u of d^2 (fused forms less);
     - quadratic: w = 1 / (r r) within 6 u (product, division of 2.5 ulp), the last product u: 12 u of q;
     - linear: square root within 3 ulp, 6 u, on half of 5 u; w = 1 / r within 5 u; a product: 14.5 u of q;
     - pixels: a coordinate p is a rounded product, u |p|, which moves q by at most the gradient times that;
     - expanded: 1 - |s|^2 w + 2 w s.p - |p|^2 w, whose parts and partial sums are at most
       M = 1 + (|s| + |p|)^2 w. Squares err by 3 u, products with w by u, four sums by u of M: less than 4 u
       and 12 u of M - 1. The weight is one float everywhere; its error counts for q as above. If M is no
       float, any result is allowed;
     - results below 2^-126 flushed to 0: d^2 by up to 4 of them, times w; in the linear model d by their
   root;
     - keeping: 1 - t and p (1 - t) are rounded, 2 u.
   The sum is delta. If q - delta >= 1, every device gets t = 0 exactly, and the sphere adds neither value
   nor error. Otherwise a change of t by delta changes the result by at most delta Q |x - c|. Q is the most
   that all later spheres keep, |x - c| <= |x| + X, and X is the largest colour. Rounding of the lerp itself
   is as in rounding.h, with products of 2 K + 6 roundings. |w| is taken with t + delta and Q; the sum of
   weights is at most 1, so X replaces the sum of magnitudes. cull has no tree; its share covers what it
   leaves out, at most 2^-24 X. */
enum { MOST_CHANNELS = 4 };

typedef struct scene {
    const float *points, *spheres, *colors; /* points NULL: pixels */
    size_t point_count, sphere_count, channels, columns;
    bool linear;
    bool expanded, culled; /* expanded: multiplies distances out; culled: skips spheres out of reach */
    double step;
    double largest[MOST_CHANNELS]; /* |colour| of each channel; infinite or NaN if one colour is */
} scene;

typedef struct place {
    double at[3], error[3];
} place;

static place find_place(const scene *in, size_t i) {
    place p = {{0}, {0}};
    if (in->points) {
        for (int k = 0; k < 3; k++) p.at[k] = (double)in->points[3 * i + (size_t)k];
        return p;
    }
    const size_t column = i % in->columns, row = i / in->columns;
    p.at[0] = ((double)column + 0.5) * in->step;
    p.at[1] = ((double)row + 0.5) * in->step;
    for (int k = 0; k < 3; k++) p.error[k] = TOOL_UNIT_ROUNDOFF * p.at[k];
    return p;
}

/* q, and in *delta the possible difference of a device's q. */
static double find_ratio(const scene *in, const place *p, const float *sphere, double *delta) {
    double square = 0.0, moved = 0.0, far = 0.0;
    for (int k = 0; k < 3; k++) {
        const double d = p->at[k] - (double)sphere[k], most = fabs(p->at[k]) + fabs((double)sphere[k]);
        square += d * d;
        moved += fabs(d) * p->error[k];
        far += most * most;
    }
    const double r = (double)sphere[3];
    if (in->linear) {
        const double distance = sqrt(square), w = 1.0 / r;
        const double shift = p->error[0] + p->error[1] + p->error[2];
        *delta = distance * w * 14.5 * TOOL_UNIT_ROUNDOFF + w * (shift + sqrt(4.0 * (double)FLT_MIN));
        return distance * w;
    }
    const double w = 1.0 / (r * r);
    *delta = square * w * 12.0 * TOOL_UNIT_ROUNDOFF + w * (2.0 * moved + 4.0 * (double)FLT_MIN);
    if (in->expanded)
        *delta += (4.0 + 12.0 * far * w) * TOOL_UNIT_ROUNDOFF + (12.0 * w + 4.0) * (double)FLT_MIN;
    return square * w;
}

static void color_point(const scene *in, size_t i, double *expected, double *allowed) {
    const place p = find_place(in, i);
    double product = 1.0, most = 1.0, steps = 0.0;
    for (size_t k = 0; k < in->channels; k++) {
        expected[k] = 0.0;
        allowed[k] = 10.0 * TOOL_UNIT_ROUNDOFF * in->largest[k];
    }
    for (size_t s = in->sphere_count; s-- > 0 && most > 1e-30;) {
        const float *sphere = in->spheres + 4 * s;
        if (!(sphere[3] > 1e-18f)) continue; /* no sphere, as in spheres.h */
        double delta = 0.0;
        const double q = find_ratio(in, &p, sphere, &delta);
        if (!(q - delta < 1.0))
            continue; /* in this form, NaN and infinite coordinates are outside all spheres */
        delta += 2.0 * TOOL_UNIT_ROUNDOFF;
        const double keep = fmin(q, 1.0), t = 1.0 - keep;
        const double products = tool_growth(2.0 * steps + 6.0);
        for (size_t k = 0; k < in->channels; k++) {
            const double x = (double)in->colors[s * in->channels + k];
            const double w = fabs(x) * fmin(t + delta, 1.0) * most;
            expected[k] += x * t * product;
            allowed[k] += delta * most * (fabs(x) + in->largest[k]) + w * products +
                          4.0 * fmin(w, TOOL_UNIT_ROUNDOFF * in->largest[k]);
        }
        product *= keep;
        most *= fmin(keep + delta, 1.0);
        steps += 1.0;
    }
    /* Adds the neglected rest, the error of double precision, and flushing. */
    const double rest = most > 1e-30 ? 0.0 : 4.0 * most;
    for (size_t k = 0; k < in->channels; k++) {
        allowed[k] = 1.01 * allowed[k] + rest * in->largest[k] +
                     8.0 * (double)(in->sphere_count + 2) * (double)FLT_MIN * (1.0 + in->largest[k]);
        /* Every colour is multiplied, even by 0: NaN reaches every point; an infinity gives itself or NaN. */
        if (isnan(in->largest[k])) expected[k] = NAN, allowed[k] = in->culled ? INFINITY : 0.0;
        if (isinf(in->largest[k])) allowed[k] = INFINITY;
    }
}

/* NaN wins, then the larger magnitude. */
static double larger(double a, float b) {
    return isnan(a) || isnan(b) ? NAN : fmax(a, fabs((double)b));
}

/* Weights and squares of larger radii are no floats, so such radii are refused. */
static int check_radii(const scene *in, xl_error *error) {
    for (size_t s = 0; s < in->sphere_count; s++)
        if (in->spheres[4 * s + 3] > SPHERES_MOST_RADIUS)
            return xl__fail(error, XL_BAD_VALUE, "spheres: the radius of sphere %zu is %g, the most is %g", s,
                            (double)in->spheres[4 * s + 3], (double)SPHERES_MOST_RADIUS);
    return XL_SUCCESS;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    scene in = {.points = data->in[IN_POINTS].data,
                .spheres = data->in[IN_SPHERES].data,
                .colors = data->in[IN_COLORS].data,
                .point_count = (size_t)xl__int(problem, POINTS),
                .sphere_count = (size_t)xl__int(problem, SPHERES),
                .channels = (size_t)xl__int(problem, CHANNELS),
                .columns = (size_t)fmax(1.0, problem->value[WIDTH]),
                .linear = xl__int(problem, MODEL) == LINEAR,
                .step = xl__spheres_step(problem)};
    const char *strategy = problem->strategy ? problem->strategy->name : "";
    in.expanded = strcmp(strategy, "expanded") == 0;
    in.culled = xl__find_choice(CULLING, strategy, strlen(strategy)) >= 0;
    for (size_t s = 0; s < in.sphere_count; s++)
        for (size_t k = 0; k < in.channels; k++)
            in.largest[k] = larger(in.largest[k], in.colors[s * in.channels + k]);
    const int status = check_radii(&in, error);
    if (status != XL_SUCCESS) return status;
    double *expected = data->expected[RESULT].value, *allowed = data->expected[RESULT].allowed;
    const ptrdiff_t points = (ptrdiff_t)in.point_count;
    TOOL_PARALLEL_FOR
    for (ptrdiff_t i = 0; i < points; i++) {
        const size_t at = (size_t)i * in.channels;
        color_point(&in, (size_t)i, expected + at, allowed + at);
    }
    return XL_SUCCESS;
}

/* ---- table ----------------------------------------------------------------------------------------- */

static const char *const verify_settings[] = {
    "model=quadratic channels=4 per_item=2",
    "model=linear channels=1 weights=pass items=1 layout=runs",
    "model=linear channels=2 weights=lane items=2 layout=runs per_sub_group=1",
    "model=quadratic channels=3 weights=pass items=4 layout=blocks per_sub_group=3 per_item=3",
    "model=quadratic channels=3 width=13 height=7 items=3 layout=blocks",
    NULL};
static const char *const bench_settings[] = {
    "points=128 spheres=128 channels=4",     "points=1024 spheres=1024 channels=4",
    "points=64 spheres=65536 channels=4",    "points=1048576 spheres=4 channels=4",
    "points=262144 spheres=1024 channels=4", NULL};

const tool_case tool_case_spheres = {
    .algorithm = &xl__algorithm_spheres,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "points=37 spheres=301 channels=3",
    .verify_settings = verify_settings,
    .bench_settings = bench_settings,
    .picture_settings = "width=640 height=400 spheres=150 channels=3",
    .sweeps = TOOL_SWEEPS(
        TOOL_GROWS("points", "64,256,1024,4096,8192,16384,32768,65536,131072,262144", "spheres=1024",
                   "channels=4"),
        TOOL_GROWS("spheres", "4,16,64,256,512,1024,2048,4096,8192,16384", "points=4096", "channels=4"),
        TOOL_GROWS_WIDTH("points=1024", "spheres=1024", "channels=4")),
    .generate = generate,
    .reference = reference,
    .by_itself = "expanded|" CULLING,
};
