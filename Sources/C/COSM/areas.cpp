// SPDX-License-Identifier: MIT
#include "areas.hpp"

#include <osmium/area/assembler.hpp>
#include <osmium/area/problem_reporter.hpp>
#include <osmium/builder/osm_object_builder.hpp>
#include <osmium/osm/area.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace cosm {

namespace {

/// Keeps the first reason.
struct FirstProblem : public osmium::area::ProblemReporter {
    bool is_set = false;
    COSMProblemKind kind = COSM_PROBLEM_NO_AREA;
    osmium::Location place;

    void set(COSMProblemKind found, osmium::Location where) {
        if (is_set) return;
        is_set = true;
        kind = found;
        place = where;
    }

    void report_intersection(osmium::object_id_type, osmium::Location, osmium::Location, osmium::object_id_type, osmium::Location,
                             osmium::Location, osmium::Location intersection) override {
        set(COSM_PROBLEM_CROSSING, intersection);
    }
    void report_ring_not_closed(const osmium::NodeRef &end, const osmium::Way *) override {
        set(COSM_PROBLEM_OPEN_RING, end.location());
    }
};

/// Outer rings clockwise as seen on the map, as vector tiles have them; libosmium gives them the other way round.
void add_ring(const osmium::NodeRefList &ring, bool is_inner, COSMFeature &feature, BlockBuilder &block) {
    const auto first = static_cast<uint32_t>(block.points.size());
    for (auto node = ring.end(); node != ring.begin();) block.points.push_back(project((--node)->location()));
    block.parts.push_back({first, static_cast<uint32_t>(block.points.size()) - first, is_inner});
    ++feature.ring_count;
}

struct Everything {
    bool operator()(const osmium::NodeRefList &) const noexcept { return true; }
};

/// Ways with as many nodes as the API allows are never too complex.
constexpr size_t few_edges = 5000;

/// In 1e-7 degrees, from a place nearby.
struct Place {
    int64_t x;
    int64_t y;
};

/// The edges of an area, for the limits of its assembly.
class Edges {
    std::vector<std::pair<osmium::Location, osmium::Location>> m_edges;

public:
    void add(const osmium::Way &way) {
        const auto &nodes = way.nodes();
        for (size_t i = 1; i < nodes.size(); ++i) {
            const osmium::Location a = nodes[i - 1].location();
            const osmium::Location b = nodes[i].location();
            m_edges.emplace_back(std::min(a, b), std::max(a, b));
        }
    }

    /// The assembler compares all edges that share a part of the x axis, moves all edges for each that is there twice, and looks
    /// at all of them for each ring.
    bool is_too_complex(size_t rings) {
        constexpr uint64_t most_pairs = 1000000000;
        constexpr uint64_t most_moves = 200000000;
        constexpr uint64_t most_visits = 4000000000;
        const uint64_t count = m_edges.size();
        if (count * count < most_moves) return false;
        if (rings * count > most_visits) return true;
        std::sort(m_edges.begin(), m_edges.end());
        uint64_t pairs = 0;
        uint64_t duplicates = 0;
        for (size_t i = 0; i < m_edges.size(); ++i) {
            const auto is_before = [](const auto &edge, int32_t x) { return edge.first.x() <= x; };
            const auto end = std::lower_bound(m_edges.begin() + static_cast<std::ptrdiff_t>(i), m_edges.end(), m_edges[i].second.x(),
                                              is_before);
            pairs += static_cast<uint64_t>(end - m_edges.begin()) - i;
            if (i > 0 && m_edges[i] == m_edges[i - 1]) ++duplicates;
        }
        return pairs > most_pairs || duplicates * count > most_moves;
    }
};

template <typename Accepts, typename... Source>
void assemble(COSMOrigin origin, bool is_line, Accepts accepts, COSMFeature &feature, BlockBuilder &block, osmium::memory::Buffer &scratch,
              const Source &...source) {
    FirstProblem problem;
    osmium::area::AssemblerConfig config;
    config.problem_reporter = &problem;
    config.create_empty_areas = false;
    config.keep_type_tag = true;
    scratch.clear();
    feature.first_ring = static_cast<uint32_t>(block.parts.size());
    osmium::area::Assembler assembler{config};
    if (assembler(source..., scratch)) {
        for (const auto &area : scratch.select<osmium::Area>()) {
            for (const auto &outer : area.outer_rings()) {
                if (!accepts(outer)) continue;
                add_ring(outer, false, feature, block);
                for (const auto &inner : area.inner_rings(outer)) add_ring(inner, true, feature, block);
            }
        }
    } else if (!is_line) {
        block.report(problem.kind, origin, feature.id, 0, problem.place);
    }
}

/// Removes ways that end where no other way of the relation begins, and then those that they leave alone.
void remove_open_ends(std::vector<AreaMember> &members) {
    // The ways that end at a place: how many, and their indices combined, which is the index of the last one that is left.
    struct End {
        size_t count = 0;
        size_t combined = 0;
    };
    std::unordered_map<osmium::Location, End> ends;
    const auto each_end = [&](size_t i, auto work) {
        const auto &nodes = members[i].way->nodes();
        work(nodes.front().location());
        work(nodes.back().location());
    };
    for (size_t i = 0; i < members.size(); ++i) {
        each_end(i, [&](osmium::Location place) {
            auto &end = ends[place];
            ++end.count;
            end.combined ^= i;
        });
    }
    std::vector<size_t> open;
    for (const auto &end : ends) {
        if (end.second.count == 1) open.push_back(end.second.combined);
    }
    std::vector<bool> is_removed(members.size(), false);
    while (!open.empty()) {
        const size_t i = open.back();
        open.pop_back();
        if (is_removed[i]) continue;
        is_removed[i] = true;
        each_end(i, [&](osmium::Location place) {
            auto &end = ends[place];
            --end.count;
            end.combined ^= i;
            if (end.count == 1) open.push_back(end.combined);
        });
    }
    size_t kept = 0;
    for (size_t i = 0; i < members.size(); ++i) {
        if (!is_removed[i]) members[kept++] = members[i];
    }
    members.resize(kept);
}

/// The assembler takes a relation and its ways, one for each member.
void assemble(const std::vector<AreaMember> &members, bool is_whole, COSMFeature &feature, BlockBuilder &block,
              osmium::memory::Buffer &scratch) {
    osmium::memory::Buffer made{1U << 10U, osmium::memory::Buffer::auto_grow::yes};
    std::vector<const osmium::Way *> ways;
    std::unordered_set<osmium::object_id_type> inner_nodes;
    {
        osmium::builder::RelationBuilder builder{made};
        builder.set_id(feature.id);
        osmium::builder::RelationMemberListBuilder list{builder};
        for (const auto &member : members) {
            list.add_member(osmium::item_type::way, member.way->id(), member.role);
            ways.push_back(member.way);
            if (is_whole || std::strcmp(member.role, "inner") != 0) continue;
            for (const auto &node : member.way->nodes()) inner_nodes.insert(node.ref());
        }
    }
    made.commit();
    const auto is_outer = [&](const osmium::NodeRefList &ring) {
        return !std::all_of(ring.begin(), ring.end(), [&](const auto &node) { return inner_nodes.count(node.ref()) != 0; });
    };
    assemble(COSM_RELATION, false, is_outer, feature, block, scratch, made.get<osmium::Relation>(0), ways);
}

/// True where two segments have a point in common. Coordinates are less than 2^27, so that products do not overflow.
bool touch(const Place &a, const Place &b, const Place &c, const Place &d) noexcept {
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x)) return false;
    if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return false;
    const auto side = [](const Place &from, const Place &to, const Place &place) {
        const int64_t product = (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x);
        return product > 0 ? 1 : product < 0 ? -1 : 0;
    };
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

}  // namespace

bool add_simple_ring(const std::vector<osmium::NodeRef> &nodes, COSMFeature &feature, BlockBuilder &block) {
    constexpr size_t most = 32;
    constexpr int64_t widest = int64_t{1} << 27U;
    const size_t count = nodes.size() - 1;
    if (count < 3 || count > most || feature.line_count != 1) return false;
    Place places[most];
    size_t least = 0;
    for (size_t i = 0; i < count; ++i) {
        const auto place = nodes[i].location();
        places[i] = {int64_t{place.x()} - nodes[0].location().x(), int64_t{place.y()} - nodes[0].location().y()};
        if (std::abs(places[i].x) >= widest || std::abs(places[i].y) >= widest) return false;
        if (place < nodes[least].location()) least = i;
    }
    int64_t area = 0;
    for (size_t i = 0; i < count; ++i) {
        const auto &a = places[i];
        const auto &b = places[(i + 1) % count];
        const auto &c = places[(i + 2) % count];
        area += a.x * b.y - a.y * b.x;
        // Neighbors have a point in common, and may have no other.
        const int64_t turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        const bool is_back = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) <= 0;
        if (turn == 0 && is_back) return false;
        for (size_t j = i + 2; j < count; ++j) {
            if (i == 0 && j == count - 1) continue;
            if (touch(a, b, places[j], places[(j + 1) % count])) return false;
        }
    }
    if (area == 0) return false;
    // As the assembler does: from the least place on, and clockwise as seen on the map.
    const uint32_t line = block.parts[feature.first_line].first_point;
    const auto first = static_cast<uint32_t>(block.points.size());
    for (size_t i = 0; i <= count; ++i) {
        const size_t index = area > 0 ? (least + count - i) % count : (least + i) % count;
        const COSMPoint point = block.points[line + index];
        block.points.push_back(point);
    }
    feature.first_ring = static_cast<uint32_t>(block.parts.size());
    feature.ring_count = 1;
    block.parts.push_back({first, static_cast<uint32_t>(count + 1), false});
    return true;
}

void add_way(int64_t id, const std::vector<osmium::NodeRef> &nodes, osmium::memory::Buffer &buffer) {
    {
        osmium::builder::WayBuilder builder{buffer};
        builder.set_id(id);
        osmium::builder::WayNodeListBuilder list{builder};
        for (const auto &node : nodes) list.add_node_ref(node);
    }
    buffer.commit();
}

void add_rings(const std::vector<osmium::NodeRef> &nodes, bool is_line, COSMFeature &feature, BlockBuilder &block,
               osmium::memory::Buffer &scratch) {
    osmium::memory::Buffer made{nodes.size() * sizeof(osmium::NodeRef) + 256, osmium::memory::Buffer::auto_grow::yes};
    add_way(feature.id, nodes, made);
    const auto &way = made.get<osmium::Way>(0);
    if (nodes.size() > few_edges) {
        Edges edges;
        edges.add(way);
        if (edges.is_too_complex(1)) return block.report(COSM_PROBLEM_TOO_COMPLEX, COSM_WAY, feature.id);
    }
    assemble(COSM_WAY, is_line, Everything{}, feature, block, scratch, way);
}

void add_rings(std::vector<AreaMember> &members, bool is_whole, COSMFeature &feature, BlockBuilder &block,
               osmium::memory::Buffer &scratch) {
    if (!is_whole) remove_open_ends(members);
    if (members.empty()) return;
    Edges edges;
    for (const auto &member : members) edges.add(*member.way);
    if (edges.is_too_complex(members.size())) return block.report(COSM_PROBLEM_TOO_COMPLEX, COSM_RELATION, feature.id);
    assemble(members, is_whole, feature, block, scratch);
}

}  // namespace cosm
