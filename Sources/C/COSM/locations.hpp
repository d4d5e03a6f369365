// SPDX-License-Identifier: MIT
// Where nodes are.
#pragma once
#include "store.hpp"

#include <osmium/osm/location.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace cosm {

/// The locations of the nodes of one part of a file, by ascending id.
struct LocationChunk {
    int64_t first = 0;
    size_t count = 0;
    /// Ids less the first one; in the store, as the locations.
    uint32_t *offsets = nullptr;
    osmium::Location *locations = nullptr;

    /// The last of the offsets.
    uint32_t width = 0;

    int64_t last() const noexcept { return static_cast<int64_t>(static_cast<uint64_t>(first) + width); }
    /// The first node that has this offset or a greater one; there is one.
    size_t position(uint32_t offset) const noexcept;
};

using LocatedNode = std::pair<int64_t, osmium::Location>;

/// The locations of all nodes: a table of sorted chunks, 12 bytes for each node.
class Locations {
    Store &m_store;
    std::vector<std::vector<LocationChunk>> m_parts;
    std::vector<LocationChunk> m_chunks;
    std::vector<int64_t> m_firsts;

    void append(const LocatedNode *nodes, size_t count, std::vector<LocationChunk> &chunks);

public:
    explicit Locations(Store &store) : m_store(store) {}

    /// Where the last look-up of a thread ended: nodes of a way are most often close to one another.
    struct Cursor {
        size_t chunk = 0;
        size_t position = 0;
    };

    void prepare(size_t parts) { m_parts.resize(parts); }
    /// Keeps the nodes of a part, in any order. Of two with the same id the first one counts.
    void set(size_t part, std::vector<LocatedNode> &nodes);
    /// Joins the parts.
    void seal();
    /// An undefined location for a node that is not there.
    osmium::Location find(int64_t id, Cursor &cursor) const noexcept;
};

}  // namespace cosm
