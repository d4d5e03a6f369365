#pragma once
// Shaping, bidi, font lookup, line breaks; glyph outlines.
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <fontconfig/fontconfig.h>
// Fonts for documents that embed them.
#include <cairo-ft.h>
#include <hb.h>
#include <hb-ot.h>
