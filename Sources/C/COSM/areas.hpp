// SPDX-License-Identifier: MIT
// Rings of closed ways and of relations.
#pragma once
#include "block.hpp"

#include <osmium/memory/buffer.hpp>
#include <osmium/osm/way.hpp>

#include <vector>

namespace cosm {

/// Adds the rings of a closed way to a feature, outer rings each before its inner ones; reports why there are none, unless the way
/// is most likely a line.
void add_rings(const osmium::Way &way, bool is_line, COSMFeature &feature, BlockBuilder &block, osmium::memory::Buffer &scratch);
/// A way of a relation, and its role there.
struct AreaMember {
    const osmium::Way *way;
    const char *role;
};

/// As above, for a relation, from those of its ways that are there.
///
/// - Parameter is_whole: false where ways are missing: then the rings that are closed without them count, but an inner one is not
///   taken for an outer one.
void add_rings(std::vector<AreaMember> &members, bool is_whole, COSMFeature &feature, BlockBuilder &block,
               osmium::memory::Buffer &scratch);

}  // namespace cosm
