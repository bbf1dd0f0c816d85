#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* namespaces */
#endif
#include "learn/os_jail_walls.h"
#if HAS_WALLS
#include "base/os.h"
#include "base/text.h"
#include "inspect/targets/device_nodes.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Programs, libraries and their configuration. Other files of /etc and /sys may be secret. */
static const char *const system_paths[] = {"/usr",
                                           "/bin",
                                           "/sbin",
                                           "/lib",
                                           "/lib32",
                                           "/lib64",
                                           "/libx32",
                                           "/opt",
                                           "/nix",
                                           "/gnu",
                                           "/run/current-system",
                                           "/run/opengl-driver",
                                           "/etc/OpenCL",
                                           "/etc/alternatives",
                                           "/etc/ld.so.cache",
                                           "/etc/ld.so.conf",
                                           "/etc/ld.so.conf.d",
                                           "/etc/localtime",
                                           "/sys/bus",
                                           "/sys/class",
                                           "/sys/dev",
                                           "/sys/devices",
                                           "/sys/module"};
static const char *const plain_devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                            "/dev/urandom"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char shared_memory[] = "/dev/shm";

static bool change_mount(const char *path, unsigned flags, uint64_t set, uint64_t clear) {
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

/* In this process's namespace only. */
static bool put(const char *kind, const char *path, unsigned long flags, const char *data) {
    return syscall(SYS_mount, kind, path, kind, flags, data) == 0;
}

static bool exists(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0;
}

/* False: too long. */
static bool below(const char *root, const char *path, char at[TOOL_PATH]) {
    const bool fits = snprintf(at, TOOL_PATH, "%s%s", root, path) < TOOL_PATH;
    if (!fits) errno = ENAMETOOLONG;
    return fits;
}

static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return mkdir(path, 0755) == 0 || errno == EEXIST;
}

static bool make_file(const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    return file >= 0 && close(file) == 0;
}

/* The target as an absolute path; false: no link, or too long. */
static bool read_link(const char *path, char written[TOOL_PATH], char whole[TOOL_PATH]) {
    const ssize_t size = readlink(path, written, TOOL_PATH - 1);
    if (size <= 0) return false;
    written[size] = '\0';
    const int above = written[0] == '/' ? 0 : (int)(strrchr(path, '/') - path) + 1;
    return snprintf(whole, TOOL_PATH, "%.*s%s", above, path, written) < TOOL_PATH;
}

/* Under the new root: a link, an empty folder or an empty file. */
static bool copy_place(const char *path, const char *at) {
    struct stat facts;
    char written[TOOL_PATH], whole[TOOL_PATH];
    if (lstat(path, &facts) != 0) return false;
    if (S_ISLNK(facts.st_mode)) return read_link(path, written, whole) && symlink(written, at) == 0;
    return S_ISDIR(facts.st_mode) ? mkdir(at, 0755) == 0 : make_file(at);
}

static bool is_same(const char *a, const char *b) {
    struct stat facts[2];
    return lstat(a, &facts[0]) == 0 && lstat(b, &facts[1]) == 0 && facts[0].st_dev == facts[1].st_dev &&
           facts[0].st_ino == facts[1].st_ino;
}

/* With the links on its way. A failure only hides it, which is safe. */
static bool show(const char *root, const char *path, uint64_t more) {
    char now[TOOL_PATH], at[TOOL_PATH], written[TOOL_PATH], whole[TOOL_PATH];
    int links = 16;
    if (!xl__copy_capped(now, sizeof now, path)) return true;
    for (char *end = now; end;) {
        end = strchr(end + 1, '/');
        if (end) *end = '\0';
        if (!below(root, now, at)) return true;
        if (!exists(at) && !copy_place(now, at)) return true;
        if (read_link(now, written, whole)) {
            const size_t size = strlen(whole);
            if (links-- == 0 || snprintf(whole + size, sizeof whole - size, "%s%s", end ? "/" : "",
                                         end ? end + 1 : "") >= (int)(sizeof whole - size))
                return true;
            memcpy(now, whole, sizeof now);
            end = now;
        } else if (end) {
            *end = '/';
        } else if (!is_same(now, at) && syscall(SYS_mount, now, at, NULL, MS_BIND | MS_REC, NULL) == 0) {
            return change_mount(at, AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | more, 0);
        }
    }
    return true;
}

static bool show_all(const char *root, const char *const *paths, size_t count, uint64_t more) {
    for (size_t i = 0; i < count; i++)
        if (!show(root, paths[i], more)) return false;
    return true;
}

/* GPUs and similar. */
static bool show_devices(const char *root) {
    char **names = NULL, path[TOOL_PATH];
    size_t count = 0;
    bool well = show_all(root, plain_devices, COUNT(plain_devices), 0);
    if (xl__os_list_folder("/dev", &names, &count) != 0) return well;
    for (size_t i = 0; i < count && well; i++)
        if (tool_is_device_node(names[i]) && snprintf(path, sizeof path, "/dev/%s", names[i]) < TOOL_PATH)
            well = show(root, path, 0);
    xl__os_free_names(names, count);
    return well;
}

static bool hide(const char *root, const char *path) {
    char at[TOOL_PATH];
    if (!path || strcmp(path, "/") == 0) return true;
    if (!below(root, path, at)) return false;
    return !exists(at) || put("tmpfs", at, MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=1000,mode=755");
}

static bool close_folder(const char *root, const char *path) {
    char at[TOOL_PATH];
    if (!path || strcmp(path, "/") == 0 || !below(root, path, at) || !exists(at)) return true;
    return change_mount(at, 0, MOUNT_ATTR_RDONLY, 0) ||
           errno == EINVAL; /* EINVAL: nothing is mounted there */
}

/* Known files are read-only; writes go to an overlay. Without overlays the cache starts empty. */
static void overlay_cache(const tool_jail *inner) {
    char path[TOOL_PATH], options[4 * TOOL_PATH];
    if (!inner->known) return;
    snprintf(options, sizeof options, "lowerdir=%s,upperdir=%s/over,workdir=%s/work", inner->known,
             inner->folder, inner->folder);
    put("overlay", tool_jail_inside(inner, "cache", path), MS_NOSUID | MS_NODEV, options);
}

/* The writable folder has the same path as outside. */
static bool make_own(const tool_jail *jail, const char *root, tool_step *s) {
    char own[TOOL_PATH];
    tool_jail inner = *jail;
    inner.folder = own;
    if (!tool_step_done(s, "a folder in memory",
                        below(root, jail->folder, own) && make_folders(own) &&
                            put("tmpfs", own, MS_NOSUID | MS_NODEV, "size=256m,nr_inodes=20000,mode=700")))
        return false;
    if (!tool_jail_fill(&inner, s)) return false;
    overlay_cache(&inner);
    return true;
}

/* Shows only inside processes, and hides the user's keys. */
static bool make_proc(const char *root) {
    char at[TOOL_PATH], null[TOOL_PATH];
    if (!below(root, "/proc", at) || !make_folders(at) ||
        !put("proc", at, MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) ||
        !below(root, "/dev/null", null) || !below(root, "/proc/keys", at))
        return false;
    return !exists(at) || syscall(SYS_mount, null, at, NULL, MS_BIND, NULL) == 0;
}

static bool make_shared_memory(const char *root) {
    char at[TOOL_PATH];
    return !xl__os_is_folder(shared_memory) ||
           (below(root, shared_memory, at) && make_folders(at) &&
            put("tmpfs", at, MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=16m,nr_inodes=100"));
}

/* Leaves the old root. */
static bool enter(const char *root) {
    enum { MNT_DETACH = 2 }; /* its header and linux/mount.h conflict */
    return chdir(root) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 &&
           syscall(SYS_umount2, ".", MNT_DETACH) == 0 && chdir("/") == 0;
}

bool tool_wall_files(const tool_jail *jail, char *const *paths, tool_step *s) {
    const char *const root = jail->folder; /* the new root, which contains the same path */
    char home[TOOL_PATH], place[TOOL_PATH];
    const char *const given = xl__os_environment("HOME");
    const bool has_home = given && given[0] == '/' && tool_jail_real(given, home);
    size_t count = 0;
    while (paths[count]) count++;
    snprintf(place, sizeof place, "%s", jail->folder);
    *strrchr(place, '/') = '\0';
    if (!tool_step_done(s, "mounts of its own",
                        syscall(SYS_mount, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0) ||
        !tool_step_done(s, "a root of its own",
                        put("tmpfs", root, MS_NOSUID | MS_NODEV, "size=4m,nr_inodes=10000,mode=755")) ||
        !tool_step_done(s, "files that can only be read",
                        show_all(root, system_paths, COUNT(system_paths), MOUNT_ATTR_NODEV)) ||
        !tool_step_done(s, "a hidden home", !has_home || hide(root, home)) ||
        !tool_step_done(s, "files that can only be read",
                        show_all(root, (const char *const *)paths, count, MOUNT_ATTR_NODEV)) ||
        !tool_step_done(s, "a hidden folder", hide(root, jail->hidden) && hide(root, place)) ||
        !tool_step_done(s, "devices", show_devices(root)) ||
        !tool_step_done(s, "shared memory of its own", make_shared_memory(root)) ||
        !tool_step_done(s, "its own list of processes", make_proc(root)) || !make_own(jail, root, s))
        return false;
    return tool_step_done(s, "files that can only be read",
                          (!has_home || close_folder(root, home)) && close_folder(root, jail->hidden) &&
                              close_folder(root, place) && change_mount(root, 0, MOUNT_ATTR_RDONLY, 0)) &&
           tool_step_done(s, "leaving the old root", enter(root));
}
#endif
