#pragma once
// Coordinates of other systems.
#include <proj.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <dlfcn.h>
#endif

#define PROJ_FUNCTIONS(FUNCTION)                 \
    FUNCTION(proj_as_proj_string)                \
    FUNCTION(proj_as_wkt)                        \
    FUNCTION(proj_context_create)                \
    FUNCTION(proj_context_destroy)               \
    FUNCTION(proj_context_errno)                 \
    FUNCTION(proj_context_errno_string)          \
    FUNCTION(proj_context_get_database_path)     \
    FUNCTION(proj_context_set_database_path)     \
    FUNCTION(proj_context_set_enable_network)    \
    FUNCTION(proj_context_set_fileapi)           \
    FUNCTION(proj_create)                        \
    FUNCTION(proj_create_crs_to_crs_from_pj)     \
    FUNCTION(proj_destroy)                       \
    FUNCTION(proj_errno_reset)                   \
    FUNCTION(proj_get_area_of_use)               \
    FUNCTION(proj_get_name)                      \
    FUNCTION(proj_get_source_crs)                \
    FUNCTION(proj_get_type)                      \
    FUNCTION(proj_crs_get_sub_crs)               \
    FUNCTION(proj_is_crs)                        \
    FUNCTION(proj_log_level)                     \
    FUNCTION(proj_normalize_for_visualization)   \
    FUNCTION(proj_trans_generic)

/// The functions of PROJ that are used.
struct ProjFunctions {
#define FUNCTION(name) __typeof__(name) *name;
    PROJ_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/// Looks the functions up. On Linux the library is loaded by that.
/// Returns NULL, or why there is no such library, which is valid until the thread's next call.
static inline const char *ProjFunctionsLoad(struct ProjFunctions *functions) {
#ifdef __linux__
    void *library = dlopen("libproj.so.25", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define FUNCTION(name)                                                                    \
    functions->name = (__typeof__(functions->name))dlsym(library, #name);                 \
    if (functions->name == NULL) return "the library is older than 9.1";
#else
#define FUNCTION(name) functions->name = name;
#endif
    PROJ_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return NULL;
}

// The files that PROJ opens besides its database: grids of shifts between datums, by the names that the database has for them.
// Definitions of strangers may name files too: what lies elsewhere than beside the database does not exist.

static inline FILE *ProjFileOpen(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || strchr(path + length + 1, '/') != NULL) return NULL;
    return fopen(path, "rbe");
}

static PROJ_FILE_HANDLE *ProjFileOpenCallback(PJ_CONTEXT *context, const char *path, PROJ_OPEN_ACCESS access, void *folder) {
    (void)context;
    if (access != PROJ_OPEN_ACCESS_READ_ONLY) return NULL;
    return (PROJ_FILE_HANDLE *)ProjFileOpen(path, (const char *)folder);
}

static size_t ProjFileRead(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *buffer, size_t count, void *folder) {
    (void)context, (void)folder;
    return fread(buffer, 1, count, (FILE *)file);
}

static size_t ProjFileWrite(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, const void *buffer, size_t count, void *folder) {
    (void)context, (void)file, (void)buffer, (void)count, (void)folder;
    return 0;
}

static int ProjFileSeek(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, long long offset, int whence, void *folder) {
    (void)context, (void)folder;
    return fseeko((FILE *)file, offset, whence) == 0;
}

static unsigned long long ProjFileTell(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *folder) {
    (void)context, (void)folder;
    return (unsigned long long)ftello((FILE *)file);
}

static void ProjFileClose(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *folder) {
    (void)context, (void)folder;
    fclose((FILE *)file);
}

static int ProjFileExists(PJ_CONTEXT *context, const char *path, void *folder) {
    (void)context;
    FILE *file = ProjFileOpen(path, (const char *)folder);
    if (file == NULL) return 0;
    fclose(file);
    return 1;
}

static int ProjFileRefuse(PJ_CONTEXT *context, const char *path, void *folder) {
    (void)context, (void)path, (void)folder;
    return 0;
}

static int ProjFileRefuseBoth(PJ_CONTEXT *context, const char *path, const char *other, void *folder) {
    (void)context, (void)path, (void)other, (void)folder;
    return 0;
}

/// Lets a context open files of one folder alone, which it reads; the text must outlive the context. False where PROJ refuses.
static inline int ProjContextSetFolder(const struct ProjFunctions *functions, PJ_CONTEXT *context, const char *folder) {
    static const struct PROJ_FILE_API api = {
        1, ProjFileOpenCallback, ProjFileRead, ProjFileWrite, ProjFileSeek, ProjFileTell,
        ProjFileClose, ProjFileExists, ProjFileRefuse, ProjFileRefuse, ProjFileRefuseBoth,
    };
    return functions->proj_context_set_fileapi(context, &api, (void *)folder);
}
