// SPDX-License-Identifier: MIT
// A file that is read in phases.
#pragma once
#include "blobs.hpp"
#include "block.hpp"
#include "locations.hpp"
#include "relations.hpp"

#include <osmium/osm/box.hpp>
#include <osmium/osm/way.hpp>

#include <memory>
#include <vector>

namespace cosm {

class Extract {
    Blobs m_blobs;
    uint32_t m_seed;
    /// The blocks that each phase reads.
    std::vector<size_t> m_parts[3];
    Relations m_relations;
    Locations m_locations;
    std::vector<osmium::Box> m_boxes;
    /// Ways that areas of relations are made of, with locations.
    std::vector<osmium::memory::Buffer> m_way_parts;
    std::vector<const osmium::Way *> m_ways;
    /// Relations that areas are made of, and where each part of them begins.
    std::vector<uint32_t> m_areas;
    std::vector<size_t> m_area_starts;

    void find_parts();
    void read_nodes(size_t part, BlockBuilder &block);
    void read_ways(size_t part, BlockBuilder &block);
    void read_areas(size_t part, BlockBuilder &block);
    void group_areas();
    const osmium::Way *way(int64_t id) const noexcept;

public:
    Strings words;
    osmium::Box node_box;

    Extract(int descriptor, uint64_t size, uint32_t seed);

    const Blobs &blobs() const noexcept { return m_blobs; }
    size_t part_count(COSMPhase phase) const noexcept;
    std::unique_ptr<BlockBuilder> read(COSMPhase phase, size_t part);
    void seal(COSMPhase phase);
};

}  // namespace cosm
