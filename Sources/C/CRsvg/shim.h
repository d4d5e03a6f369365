#pragma once
// SVG icons. GLib's types are in CPango too, and belong to whichever of the two is read first: a file that looks into
// them imports both.
#include <librsvg/rsvg.h>
