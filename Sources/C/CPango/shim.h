#pragma once
// Shaping, bidi, font lookup, line breaks.
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangoft2.h>
