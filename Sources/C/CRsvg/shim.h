#pragma once
// SVG icons.
#include <librsvg/rsvg.h>
