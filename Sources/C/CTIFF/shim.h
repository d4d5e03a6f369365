#pragma once
// Rasters in TIFF files.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

#ifdef __linux__
#include <dlfcn.h>
#endif

#define TIFF_FUNCTIONS(FUNCTION)                  \
    FUNCTION(TIFFClientOpenExt)                   \
    FUNCTION(TIFFClose)                           \
    FUNCTION(TIFFCurrentDirOffset)                \
    FUNCTION(TIFFGetField)                        \
    FUNCTION(TIFFGetFieldDefaulted)               \
    FUNCTION(TIFFGetStrileByteCount)              \
    FUNCTION(TIFFIsCODECConfigured)               \
    FUNCTION(TIFFIsTiled)                         \
    FUNCTION(TIFFOpenOptionsAlloc)                \
    FUNCTION(TIFFOpenOptionsFree)                 \
    FUNCTION(TIFFOpenOptionsSetErrorHandlerExtR)  \
    FUNCTION(TIFFOpenOptionsSetMaxSingleMemAlloc) \
    FUNCTION(TIFFOpenOptionsSetWarningHandlerExtR) \
    FUNCTION(TIFFReadDirectory)                   \
    FUNCTION(TIFFReadEncodedStrip)                \
    FUNCTION(TIFFReadEncodedTile)                 \
    FUNCTION(TIFFSetField)                        \
    FUNCTION(TIFFSetSubDirectory)                 \
    FUNCTION(TIFFStripSize64)                     \
    FUNCTION(TIFFTileSize64)

/// The functions of libtiff that are used.
struct TIFFFunctions {
#define FUNCTION(name) __typeof__(name) *name;
    TIFF_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/// Looks the functions up. On Linux the library is loaded by that.
/// Returns NULL, or why there is no such library, which is valid until the thread's next call.
static inline const char *TIFFFunctionsLoad(struct TIFFFunctions *functions) {
#ifdef __linux__
    void *library = dlopen("libtiff.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define FUNCTION(name)                                                    \
    functions->name = (__typeof__(functions->name))dlsym(library, #name); \
    if (functions->name == NULL) return "the library is older than 4.5";
#else
#define FUNCTION(name) functions->name = name;
#endif
    TIFF_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return NULL;
}

/// A file that libtiff reads, and the last of its complaints.
struct TIFFInput {
    int descriptor;
    toff_t position;
    toff_t size;
    char message[200];
};

static tmsize_t TIFFInputRead(thandle_t handle, void *buffer, tmsize_t count) {
    struct TIFFInput *input = (struct TIFFInput *)handle;
    tmsize_t done = 0;
    while (done < count && input->position < input->size) {
        ssize_t length = pread(input->descriptor, (char *)buffer + done, (size_t)(count - done), (off_t)input->position);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) break;
        done += length;
        input->position += (toff_t)length;
    }
    return done;
}

static tmsize_t TIFFInputWrite(thandle_t handle, void *buffer, tmsize_t count) {
    (void)handle, (void)buffer, (void)count;
    return 0;
}

static toff_t TIFFInputSeek(thandle_t handle, toff_t offset, int whence) {
    struct TIFFInput *input = (struct TIFFInput *)handle;
    input->position = offset + (whence == SEEK_CUR ? input->position : whence == SEEK_END ? input->size : 0);
    return input->position;
}

static int TIFFInputClose(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t TIFFInputSize(thandle_t handle) { return ((struct TIFFInput *)handle)->size; }

static int TIFFInputError(TIFF *tiff, void *input, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    struct TIFFInput *in = (struct TIFFInput *)input;
    vsnprintf(in->message, sizeof in->message, format, arguments);
    return 1;
}

static int TIFFInputWarning(TIFF *tiff, void *input, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)input, (void)module, (void)format, (void)arguments;
    return 1;
}

/// Opens a file for reading, without its lists of strips and tiles; NULL where it is no TIFF. The input must outlive it.
static inline TIFF *TIFFInputOpen(const struct TIFFFunctions *functions, struct TIFFInput *input, tmsize_t largest) {
    TIFFOpenOptions *options = functions->TIFFOpenOptionsAlloc();
    if (options == NULL) return NULL;
    functions->TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest);
    functions->TIFFOpenOptionsSetErrorHandlerExtR(options, TIFFInputError, input);
    functions->TIFFOpenOptionsSetWarningHandlerExtR(options, TIFFInputWarning, input);
    TIFF *tiff = functions->TIFFClientOpenExt(
        "tiff", "rOmC", (thandle_t)input, TIFFInputRead, TIFFInputWrite, TIFFInputSeek, TIFFInputClose, TIFFInputSize,
        NULL, NULL, options);
    functions->TIFFOpenOptionsFree(options);
    return tiff;
}

// Fields have any number of arguments, which Swift cannot call.

static inline int TIFFInputShort(const struct TIFFFunctions *functions, TIFF *tiff, uint32_t tag, uint16_t *value) {
    return functions->TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int TIFFInputLong(const struct TIFFFunctions *functions, TIFF *tiff, uint32_t tag, uint32_t *value) {
    return functions->TIFFGetFieldDefaulted(tiff, tag, value);
}

/// Of a tag that libtiff does not know; valid until the directory changes.
static inline int TIFFInputArray(
    const struct TIFFFunctions *functions, TIFF *tiff, uint32_t tag, uint32_t *count, const void **values) {
    *count = 0, *values = NULL;
    return functions->TIFFGetField(tiff, tag, count, values);
}

/// Of a tag with a count of 16 bits, such as the kinds of extra samples.
static inline int TIFFInputShortArray(
    const struct TIFFFunctions *functions, TIFF *tiff, uint32_t tag, uint16_t *count, const void **values) {
    *count = 0, *values = NULL;
    return functions->TIFFGetField(tiff, tag, count, values);
}

static inline int TIFFInputColorMap(
    const struct TIFFFunctions *functions, TIFF *tiff, const uint16_t **red, const uint16_t **green, const uint16_t **blue) {
    *red = *green = *blue = NULL;
    return functions->TIFFGetField(tiff, TIFFTAG_COLORMAP, red, green, blue);
}

/// JPEG gives red, green and blue, however it stores them.
static inline void TIFFInputAsRGB(const struct TIFFFunctions *functions, TIFF *tiff) {
    functions->TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}
