#pragma once
// SVG icons.
// GLib's types belong to one module: Swift asks for an import of the one that it found them in first.
#include "../CPango/shim.h"
#include <librsvg/rsvg.h>
