// SPDX-License-Identifier: MIT
// A file that is read in phases.
#pragma once
#include "block.hpp"
#include "locations.hpp"
#include "relations.hpp"
#include "source.hpp"
#include "store.hpp"

#include <osmium/osm/box.hpp>
#include <osmium/osm/way.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cosm {

/// Where nodes are. Those east and west of Greenwich are kept apart, so that a box across the antimeridian can be told.
class NodeBox {
    osmium::Box m_east;
    osmium::Box m_west;

public:
    void extend(osmium::Location location) noexcept { (location.x() < 0 ? m_west : m_east).extend(location); }
    void extend(const NodeBox &other) noexcept {
        m_east.extend(other.m_east);
        m_west.extend(other.m_west);
    }
    /// All nodes, but for the antimeridian.
    osmium::Box box() const noexcept {
        osmium::Box all = m_east;
        all.extend(m_west);
        return all;
    }
    /// True where less than half of the world is between the eastern and the western nodes, across the antimeridian: then the
    /// box goes from the first of the eastern ones to the last of the western ones.
    bool is_across() const noexcept {
        return m_east.valid() && m_west.valid() &&
               m_east.bottom_left().lon_without_check() - m_west.top_right().lon_without_check() > 180;
    }
    double west() const noexcept { return m_east.bottom_left().lon_without_check(); }
    double east() const noexcept { return m_west.top_right().lon_without_check(); }
};

/// A node of a motorway's junction, which waits until its road is known.
struct Junction {
    int64_t id;
    osmium::Location location;
    std::vector<std::pair<std::string, std::string>> tags;
    /// The most important road that it is on, as a place in the list of roads.
    uint8_t road;
};

class Extract {
    friend class WayCollector;

    uint32_t m_seed;
    Store m_store;
    std::unique_ptr<Source> m_source;
    /// The parts of the file that each phase reads.
    std::vector<size_t> m_parts[3];
    Relations m_relations;
    Locations m_locations;
    std::vector<NodeBox> m_boxes;
    /// By parts, then all by ascending id.
    std::vector<std::vector<Junction>> m_junction_parts;
    std::vector<Junction> m_junctions;
    /// Junctions of each part of ways, with their roads.
    std::vector<std::vector<std::pair<size_t, uint8_t>>> m_road_parts;
    /// Ways that areas of relations are made of, with locations, in the store.
    std::vector<std::pair<unsigned char *, size_t>> m_way_parts;
    std::vector<const osmium::Way *> m_ways;
    /// Relations that areas are made of, and where each part of them begins.
    std::vector<uint32_t> m_areas;
    std::vector<size_t> m_area_starts;

    void find_parts();
    void find_sorted_parts();
    void read_relations(size_t part);
    void read_nodes(size_t part, BlockBuilder &block);
    void read_ways(size_t part, BlockBuilder &block);
    void find_junctions(const std::vector<osmium::NodeRef> &nodes, const std::vector<Tag> &tags, size_t part);
    void seal_junctions();
    void read_areas(size_t part, BlockBuilder &block);
    void read_junctions(BlockBuilder &block) const;
    void group_areas();
    const osmium::Way *way(int64_t id) const noexcept;

public:
    Strings words;
    NodeBox node_box;

    Extract(int descriptor, uint64_t size, const COSMOptions &options, uint32_t seed);

    const Source &source() const noexcept { return *m_source; }
    size_t part_count(COSMPhase phase) const noexcept;
    /// - Throws: for what ends the import; a part that is damaged is a problem of its block.
    std::unique_ptr<BlockBuilder> read(COSMPhase phase, size_t part);
    void seal(COSMPhase phase);
};

}  // namespace cosm
