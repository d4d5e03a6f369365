// SPDX-License-Identifier: MIT
// Rings of closed ways and of relations.
#pragma once
#include "block.hpp"

#include <osmium/memory/buffer.hpp>
#include <osmium/osm/node_ref.hpp>
#include <osmium/osm/way.hpp>

#include <vector>

namespace cosm {

/// Adds the rings of a closed way to a feature, outer rings each before its inner ones; reports why there are none, unless the way
/// is most likely a line.
void add_rings(const std::vector<osmium::NodeRef> &nodes, bool is_line, COSMFeature &feature, BlockBuilder &block,
               osmium::memory::Buffer &scratch);

/// Adds a way without tags to a buffer.
void add_way(int64_t id, const std::vector<osmium::NodeRef> &nodes, osmium::memory::Buffer &buffer);

/// Adds the ring of a closed way whose line the feature has, where the ring has few nodes and neither crosses nor touches itself: most
/// houses need no assembler.
///
/// - Returns: false for other ways, of which nothing was added.
bool add_simple_ring(const std::vector<osmium::NodeRef> &nodes, COSMFeature &feature, BlockBuilder &block);

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
