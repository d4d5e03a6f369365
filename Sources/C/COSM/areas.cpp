// SPDX-License-Identifier: MIT
#include "areas.hpp"

#include <osmium/area/assembler.hpp>
#include <osmium/area/problem_reporter.hpp>
#include <osmium/builder/osm_object_builder.hpp>
#include <osmium/osm/area.hpp>

#include <algorithm>
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

}  // namespace

void add_rings(const osmium::Way &way, bool is_line, COSMFeature &feature, BlockBuilder &block, osmium::memory::Buffer &scratch) {
    if (way.nodes().size() > few_edges) {
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
