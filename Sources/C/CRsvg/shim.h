#pragma once
// SVG icons.
// GLib's types belong to one module: Swift asks for an import of the one that it found them in first.
#include "../CPango/shim.h"

#ifdef __linux__
#include <cairo.h>
#include <dlfcn.h>
#include <stddef.h>

// As librsvg 2.52 and later have them. Its own header is found with pkg-config alone, which would link the program with the library, and
// with ten others before it does anything.
typedef struct { GObject parent; } RsvgHandle;
typedef struct { double length; int unit; } RsvgLength;
typedef struct { double x, y, width, height; } RsvgRectangle;
RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize count, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *hasWidth, RsvgLength *width, gboolean *hasHeight, RsvgLength *height, gboolean *hasBox,
    RsvgRectangle *box);
gboolean rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cairo, const RsvgRectangle *viewport, GError **error);
#else
#include <librsvg/rsvg.h>
#endif

/// The functions of librsvg that are used.
struct SVGFunctions {
    __typeof__(rsvg_handle_new_from_data) *newFromData;
    __typeof__(rsvg_handle_set_dpi) *setDPI;
    __typeof__(rsvg_handle_get_intrinsic_size_in_pixels) *sizeInPixels;
    __typeof__(rsvg_handle_get_intrinsic_dimensions) *dimensions;
    __typeof__(rsvg_handle_render_document) *renderDocument;
};

/// Looks the functions up. On Linux the library is loaded by that: it brings ten others, and what draws no SVG starts without them.
/// Returns NULL, or why there is no such library, which is valid until the thread's next call.
static inline const char *SVGFunctionsLoad(struct SVGFunctions *functions) {
#ifdef __linux__
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    functions->newFromData = (__typeof__(functions->newFromData))dlsym(library, "rsvg_handle_new_from_data");
    functions->setDPI = (__typeof__(functions->setDPI))dlsym(library, "rsvg_handle_set_dpi");
    functions->sizeInPixels =
        (__typeof__(functions->sizeInPixels))dlsym(library, "rsvg_handle_get_intrinsic_size_in_pixels");
    functions->dimensions = (__typeof__(functions->dimensions))dlsym(library, "rsvg_handle_get_intrinsic_dimensions");
    functions->renderDocument = (__typeof__(functions->renderDocument))dlsym(library, "rsvg_handle_render_document");
    if (!functions->newFromData || !functions->setDPI || !functions->sizeInPixels || !functions->dimensions ||
        !functions->renderDocument)
        return "the library is older than 2.52";
#else
    functions->newFromData = rsvg_handle_new_from_data;
    functions->setDPI = rsvg_handle_set_dpi;
    functions->sizeInPixels = rsvg_handle_get_intrinsic_size_in_pixels;
    functions->dimensions = rsvg_handle_get_intrinsic_dimensions;
    functions->renderDocument = rsvg_handle_render_document;
#endif
    return NULL;
}
