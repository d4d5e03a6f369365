// SPDX-License-Identifier: MIT
#include "extract.hpp"

#include "areas.hpp"

#include <osmium/osm/node.hpp>

#include <algorithm>
#include <cstring>

namespace cosm {

using osmium::osm_entity_bits::type;

Extract::Extract(int descriptor, uint64_t size, uint32_t seed) : m_blobs(descriptor, size), m_seed(seed), words(seed) {
    find_parts();
    m_relations.prepare(m_parts[COSM_RELATIONS].size());
    m_locations.prepare(m_parts[COSM_NODES].size());
    m_boxes.resize(m_parts[COSM_NODES].size());
    m_way_parts.resize(m_parts[COSM_WAYS].size());
}

/// A sorted file has nodes first, then ways, then relations, so that few blocks say where each kind begins.
void Extract::find_parts() {
    constexpr type kinds[3] = {osmium::osm_entity_bits::relation, osmium::osm_entity_bits::node, osmium::osm_entity_bits::way};
    const size_t count = m_blobs.count();
    if (m_blobs.header.get("sorting") == "Type_then_ID") {
        // The first block that has a kind, or a later one.
        const auto first = [&](type kind) {
            size_t low = 0;
            size_t high = count;
            while (low < high) {
                const size_t middle = (low + high) / 2;
                if ((m_blobs.kinds(middle) & ~(kind - 1)) != 0) high = middle; else low = middle + 1;
            }
            return low;
        };
        const size_t ways = first(osmium::osm_entity_bits::way);
        const size_t relations = first(osmium::osm_entity_bits::relation);
        // A block may end with another kind than it begins with.
        for (size_t i = 0; i < std::min(ways + 1, count); ++i) m_parts[COSM_NODES].push_back(i);
        for (size_t i = ways; i < std::min(relations + 1, count); ++i) m_parts[COSM_WAYS].push_back(i);
        for (size_t i = relations; i < count; ++i) m_parts[COSM_RELATIONS].push_back(i);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const auto found = m_blobs.kinds(i);
        for (size_t phase = 0; phase < 3; ++phase) {
            if ((found & kinds[phase]) != 0) m_parts[phase].push_back(i);
        }
    }
}

size_t Extract::part_count(COSMPhase phase) const noexcept {
    return phase == COSM_AREAS ? m_area_starts.size() - 1 : m_parts[phase].size();
}

std::unique_ptr<BlockBuilder> Extract::read(COSMPhase phase, size_t part) {
    if (phase == COSM_RELATIONS) {
        m_blobs.decode(m_parts[phase][part], osmium::osm_entity_bits::relation).each<osmium::Relation>([&](const auto &relation) {
            m_relations.add(part, relation);
        });
        return nullptr;
    }
    auto block = std::make_unique<BlockBuilder>(words, m_relations, m_seed);
    switch (phase) {
        case COSM_NODES: read_nodes(part, *block); break;
        case COSM_WAYS: read_ways(part, *block); break;
        default: read_areas(part, *block);
    }
    return block;
}

void Extract::seal(COSMPhase phase) {
    switch (phase) {
        case COSM_RELATIONS:
            m_relations.seal();
            break;
        case COSM_NODES:
            m_locations.seal();
            for (const auto &box : m_boxes) node_box.extend(box);
            break;
        case COSM_WAYS:
            for (const auto &part : m_way_parts) {
                if (!part) continue;
                for (const auto &way : part.select<osmium::Way>()) m_ways.push_back(&way);
            }
            sort_by_id(m_ways);
            group_areas();
            break;
        default:
            break;
    }
}

void Extract::read_nodes(size_t part, BlockBuilder &block) {
    auto objects = m_blobs.decode(m_parts[COSM_NODES][part], osmium::osm_entity_bits::node);
    std::vector<LocatedNode> nodes;
    const Member *member = m_relations.nodes.begin();
    objects.each<osmium::Node>([&](const osmium::Node &node) {
        const auto location = node.location();
        if (!location.valid()) {
            block.report(COSM_PROBLEM_COORDINATE, COSM_NODE, node.id());
            return;
        }
        nodes.emplace_back(node.id(), location);
        m_boxes[part].extend(location);
        if (node.tags().empty()) return;
        auto feature = block.begin(COSM_NODE, node.id(), node.tags());
        member = m_relations.nodes.find(node.id(), member);
        for (auto m = member; m != m_relations.nodes.end() && m->id == node.id(); ++m) block.add_membership(feature, *m);
        block.parts.push_back({static_cast<uint32_t>(block.points.size()), 1, false});
        block.points.push_back(project(location));
        feature.line_count = 1;
        block.add(feature);
    });
    m_locations.set(part, nodes);
}

/// Adds a line for each run of nodes whose places are known.
static void add_lines(const osmium::Way &way, COSMFeature &feature, BlockBuilder &block) {
    const auto &nodes = way.nodes();
    for (auto start = nodes.begin(); start != nodes.end();) {
        const auto is_known = [](const osmium::NodeRef &node) { return node.location().is_defined(); };
        start = std::find_if(start, nodes.end(), is_known);
        const auto end = std::find_if_not(start, nodes.end(), is_known);
        if (end - start >= 2) {
            const auto first = static_cast<uint32_t>(block.points.size());
            for (auto node = start; node != end; ++node) block.points.push_back(project(node->location()));
            block.parts.push_back({first, static_cast<uint32_t>(block.points.size()) - first, false});
            ++feature.line_count;
        }
        start = end;
    }
}

void Extract::read_ways(size_t part, BlockBuilder &block) {
    auto objects = m_blobs.decode(m_parts[COSM_WAYS][part], osmium::osm_entity_bits::way);
    osmium::memory::Buffer scratch{1U << 16U, osmium::memory::Buffer::auto_grow::yes};
    const Member *member = m_relations.ways.begin();
    Locations::Cursor cursor;
    objects.each<osmium::Way>([&](osmium::Way &way) {
        int64_t missing = 0;
        for (auto &node : way.nodes()) {
            node.set_location(m_locations.find(node.ref(), cursor));
            if (!node.location().is_defined()) ++missing;
        }
        if (missing > 0) block.report(COSM_PROBLEM_MISSING_NODES, COSM_WAY, way.id(), missing);
        member = m_relations.ways.find(way.id(), member);
        bool has_parent = false;
        bool is_part = false;
        for (auto m = member; m != m_relations.ways.end() && m->id == way.id(); ++m) {
            has_parent |= Relations::is_parent(m_relations[m->relation]);
            is_part |= Relations::is_area(m_relations[m->relation]);
        }
        if (is_part && missing == 0 && way.nodes().size() > 1) {
            auto &kept = m_way_parts[part];
            if (!kept) kept = osmium::memory::Buffer{1U << 16U, osmium::memory::Buffer::auto_grow::yes};
            kept.add_item(way);
            kept.commit();
        }
        if (way.tags().empty() && !has_parent) return;
        auto feature = block.begin(COSM_WAY, way.id(), way.tags());
        for (auto m = member; m != m_relations.ways.end() && m->id == way.id(); ++m) {
            if (Relations::is_parent(m_relations[m->relation])) block.add_membership(feature, *m);
        }
        add_lines(way, feature, block);
        if (feature.line_count == 0) return;
        feature.is_closed = missing == 0 && way.nodes().size() > 3 && way.ends_have_same_location();
        const char *area = value(way.tags(), "area");
        if (feature.is_closed && !way.tags().empty() && (area == nullptr || std::strcmp(area, "no") != 0)) {
            add_rings(way, feature, block, scratch);
        }
        block.add(feature);
    });
}

const osmium::Way *Extract::way(int64_t id) const noexcept {
    const auto found = std::lower_bound(m_ways.begin(), m_ways.end(), id, [](const auto *a, int64_t b) { return a->id() < b; });
    return found != m_ways.end() && (*found)->id() == id ? *found : nullptr;
}

/// Parts with about as many members each.
void Extract::group_areas() {
    constexpr size_t most_members = 2000;
    size_t members = most_members;
    for (size_t i = 0; i < m_relations.count(); ++i) {
        const auto &relation = m_relations[i];
        if (!Relations::is_area(relation)) continue;
        if (members >= most_members) {
            m_area_starts.push_back(m_areas.size());
            members = 0;
        }
        m_areas.push_back(static_cast<uint32_t>(i));
        members += relation.members().size();
    }
    m_area_starts.push_back(m_areas.size());
}

void Extract::read_areas(size_t part, BlockBuilder &block) {
    osmium::memory::Buffer scratch{1U << 16U, osmium::memory::Buffer::auto_grow::yes};
    std::vector<AreaMember> members;
    for (size_t i = m_area_starts[part]; i < m_area_starts[part + 1]; ++i) {
        const auto &relation = m_relations[m_areas[i]];
        members.clear();
        int64_t missing = 0;
        for (const auto &member : relation.members()) {
            if (member.type() != osmium::item_type::way) continue;
            const auto *found = way(member.ref());
            if (found == nullptr) ++missing; else members.push_back({found, member.role()});
        }
        if (missing > 0) block.report(COSM_PROBLEM_MISSING_MEMBERS, COSM_RELATION, relation.id(), missing);
        auto feature = block.begin(COSM_RELATION, relation.id(), relation.tags());
        add_rings(members, missing == 0, feature, block, scratch);
        if (feature.ring_count > 0) block.add(feature);
    }
}

}  // namespace cosm
