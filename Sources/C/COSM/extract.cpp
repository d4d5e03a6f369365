// SPDX-License-Identifier: MIT
#include "extract.hpp"

#include "areas.hpp"
#include "blobs.hpp"
#include "chunks.hpp"
#include "failure.hpp"

#include <osmium/io/error.hpp>
#include <osmium/osm/node.hpp>
#include <protozero/exception.hpp>

#include <algorithm>
#include <iterator>
#include <cstring>
#include <unistd.h>

namespace cosm {

using osmium::osm_entity_bits::type;

/// What may be kept of a file, for each of its bytes, and of a small file: bzip2 packs XML to a fifteenth, and what is kept of it is
/// half as large. Of PBF as much is kept as twice the file.
constexpr uint64_t growth = 64;
constexpr uint64_t small_file = 512U << 20U;

static uint64_t most_kept(uint64_t size) noexcept { return std::max(small_file, size * growth); }

static std::unique_ptr<Source> open_source(int descriptor, uint64_t size, Store &store, const COSMOptions &options) {
    char start[64] = {};
    const auto length = pread(descriptor, start, sizeof(start), 0);
    const std::string_view text{start, length > 0 ? static_cast<size_t>(length) : 0};
    const auto xml = [&](const char *format) {
        return std::make_unique<Chunks>(descriptor, format, store, options.is_cancelled);
    };
    if (text.substr(0, 2) == "\x1f\x8b") return xml("osm.gz");
    if (text.substr(0, 3) == "BZh") return xml("osm.bz2");
    // After a byte order mark, if there is one.
    const auto first = text.find_first_not_of(text.substr(0, 3) == "\xEF\xBB\xBF" ? "\xEF\xBB\xBF \t\r\n" : " \t\r\n");
    if (first != std::string_view::npos && text[first] == '<') return xml("osm");
    if (text.find("OSMHeader") == std::string_view::npos) {
        throw Failure{COSM_FOREIGN, size == 0 ? "the file is empty" : "the file is neither OpenStreetMap's PBF nor XML"};
    }
    return std::make_unique<Blobs>(descriptor, size);
}

Extract::Extract(int descriptor, uint64_t size, const COSMOptions &options, uint32_t seed)
    : m_seed(seed),
      m_store(options.temporary_folder, options.memory_limit, most_kept(size)),
      m_source(open_source(descriptor, size, m_store, options)),
      m_relations(seed),
      m_locations(m_store),
      words(seed) {
    find_parts();
    m_relations.prepare(m_parts[COSM_RELATIONS].size());
    m_locations.prepare(m_parts[COSM_NODES].size());
    m_boxes.resize(m_parts[COSM_NODES].size());
    m_junction_parts.resize(m_parts[COSM_NODES].size());
    m_road_parts.resize(m_parts[COSM_WAYS].size());
    m_way_parts.resize(m_parts[COSM_WAYS].size());
}

/// A sorted file has nodes first, then ways, then relations, so that few parts say where each kind begins.
void Extract::find_sorted_parts() {
    const size_t count = m_source->count();
    // The first part that has a kind, or a later one.
    const auto first = [&](type kind) {
        size_t low = 0;
        size_t high = count;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if ((m_source->kinds(middle) & ~(kind - 1)) != 0) high = middle; else low = middle + 1;
        }
        return low;
    };
    const size_t ways = first(osmium::osm_entity_bits::way);
    const size_t relations = first(osmium::osm_entity_bits::relation);
    // A part may end with another kind than it begins with.
    for (size_t i = 0; i < count; ++i) {
        type kinds = osmium::osm_entity_bits::nothing;
        const auto add = [&](COSMPhase phase, type kind) {
            m_parts[phase].push_back(i);
            kinds |= kind;
        };
        if (i <= ways) add(COSM_NODES, osmium::osm_entity_bits::node);
        if (i >= ways && i <= relations) add(COSM_WAYS, osmium::osm_entity_bits::way);
        if (i >= relations) add(COSM_RELATIONS, osmium::osm_entity_bits::relation);
        m_source->restrict_kinds(i, kinds);
    }
}

void Extract::find_parts() {
    if (m_source->is_sorted()) {
        try {
            return find_sorted_parts();
        } catch (const Failure &failure) {
            if (failure.status != COSM_DAMAGED && failure.status != COSM_TOO_LARGE) throw;
        } catch (const protozero::exception &) {
            // Of a file with damaged blocks each block is looked at.
        }
    }
    constexpr type kinds[3] = {osmium::osm_entity_bits::relation, osmium::osm_entity_bits::node, osmium::osm_entity_bits::way};
    for (size_t i = 0; i < m_source->count(); ++i) {
        type found = osmium::osm_entity_bits::nwr;
        try {
            found = m_source->kinds(i);
        } catch (const Failure &failure) {
            if (failure.status == COSM_UNSUPPORTED || failure.status == COSM_SYSTEM) throw;
        } catch (const protozero::exception &) {
            // Each phase says that the part is damaged; the others go on.
        }
        for (size_t phase = 0; phase < 3; ++phase) {
            if ((found & kinds[phase]) != 0) m_parts[phase].push_back(i);
        }
    }
}

size_t Extract::part_count(COSMPhase phase) const noexcept {
    // The junctions are the last part.
    if (phase == COSM_AREAS) return m_area_starts.empty() ? 0 : m_area_starts.size() - (m_junctions.empty() ? 1 : 0);
    return m_parts[phase].size();
}

std::unique_ptr<BlockBuilder> Extract::read(COSMPhase phase, size_t part) {
    auto block = std::make_unique<BlockBuilder>(words, m_relations, m_seed);
    const auto give_up = [&](COSMProblemKind kind) {
        block = std::make_unique<BlockBuilder>(words, m_relations, m_seed);
        block->report(kind, COSM_NODE, static_cast<int64_t>(part));
    };
    try {
        switch (phase) {
            case COSM_RELATIONS: read_relations(part); break;
            case COSM_NODES: read_nodes(part, *block); break;
            case COSM_WAYS: read_ways(part, *block); break;
            case COSM_AREAS: read_areas(part, *block); break;
        }
    } catch (const Failure &failure) {
        if (failure.status == COSM_SYSTEM || failure.status == COSM_UNSUPPORTED) throw;
        give_up(failure.status == COSM_TOO_LARGE ? COSM_PROBLEM_LARGE_PART : COSM_PROBLEM_DAMAGED_PART);
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
        give_up(COSM_PROBLEM_DAMAGED_PART);
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
            seal_junctions();
            break;
        case COSM_WAYS:
            for (const auto &part : m_way_parts) {
                if (part.second == 0) continue;
                const osmium::memory::Buffer kept{part.first, part.second};
                for (const auto &way : kept.select<osmium::Way>()) m_ways.push_back(&way);
            }
            sort_by_id(m_ways);
            group_areas();
            for (const auto &part : m_road_parts) {
                for (const auto &found : part) {
                    auto &road = m_junctions[found.first].road;
                    road = std::min(road, found.second);
                }
            }
            break;
        default:
            break;
    }
}

void Extract::read_relations(size_t part) {
    const auto objects = m_source->relations(m_parts[COSM_RELATIONS][part]);
    objects.each<osmium::Relation>([&](const osmium::Relation &relation) { m_relations.add(part, relation); });
}

namespace {

/// Roads that have junctions, the most important first.
constexpr const char *roads[] = {"motorway",      "trunk",      "primary",      "secondary",      "tertiary",
                                 "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link"};
constexpr uint8_t no_road = sizeof(roads) / sizeof(roads[0]);

/// Makes features of nodes with tags, and lists all.
class NodeCollector final : public NodeVisitor {
    BlockBuilder &m_block;
    const MemberTable &m_members;
    const Member *m_member;
    std::vector<Junction> &m_junctions;
    size_t m_junction_bytes = 0;
    int64_t m_last_id = 0;

    /// What is kept of the junctions of a part; real ones have a few hundred bytes.
    static constexpr size_t most_junction_bytes = 64U << 10U;

    /// True for a junction that is kept until its road is known.
    bool keep(int64_t id, osmium::Location location, const std::vector<Tag> &tags) {
        const auto is_junction = [](const Tag &tag) { return tag.key == "highway" && tag.value == "motorway_junction"; };
        if (std::none_of(tags.begin(), tags.end(), is_junction)) return false;
        for (const auto &tag : tags) m_junction_bytes += sizeof(Junction) + tag.key.size() + tag.value.size();
        if (m_junction_bytes > most_junction_bytes) return false;
        Junction junction{id, location, {}, no_road};
        for (const auto &tag : tags) junction.tags.emplace_back(tag.key, tag.value);
        m_junctions.push_back(std::move(junction));
        return true;
    }

public:
    std::vector<LocatedNode> nodes;
    NodeBox box;

    NodeCollector(BlockBuilder &block, const MemberTable &members, std::vector<Junction> &junctions)
        : m_block(block), m_members(members), m_member(members.begin()), m_junctions(junctions) {}

    uint32_t number(std::string_view text) override { return m_block.number(text); }

    void node(int64_t id, osmium::Location location, const std::vector<Tag> &tags) override {
        if (!location.valid()) {
            m_block.report(COSM_PROBLEM_COORDINATE, COSM_NODE, id);
            return;
        }
        if (!nodes.empty() && id == m_last_id) {
            m_block.report(COSM_PROBLEM_DUPLICATE, COSM_NODE, id);
            return;
        }
        m_last_id = id;
        nodes.emplace_back(id, location);
        box.extend(location);
        if (tags.empty() || keep(id, location, tags)) return;
        auto feature = m_block.begin(COSM_NODE, id, tags);
        m_member = m_members.find(id, m_member);
        for (auto m = m_member; m != m_members.end() && m->id == id; ++m) m_block.add_membership(feature, *m);
        m_block.parts.push_back({static_cast<uint32_t>(m_block.points.size()), 1, false});
        m_block.points.push_back(project(location));
        feature.line_count = 1;
        m_block.add(feature);
    }
};

/// The value of a key; empty where there is none.
std::string_view value(const std::vector<Tag> &tags, std::string_view key) noexcept {
    const auto found = std::find_if(tags.begin(), tags.end(), [&](const Tag &tag) { return tag.key == key; });
    return found == tags.end() ? std::string_view{} : found->value;
}

/// Closed ways with these keys are lines unless they say `area=yes`.
///
/// See https://wiki.openstreetmap.org/wiki/Key:area.
bool is_most_likely_line(const std::vector<Tag> &tags) noexcept {
    for (const auto &tag : tags) {
        for (const std::string_view key : {"highway", "railway", "barrier", "aerialway", "waterway", "power", "route", "contour"}) {
            if (tag.key == key) return true;
        }
    }
    return false;
}

/// Adds a line for each run of nodes whose places are known.
void add_lines(const std::vector<osmium::NodeRef> &nodes, COSMFeature &feature, BlockBuilder &block) {
    const auto is_known = [](const osmium::NodeRef &node) { return node.location().is_defined(); };
    for (auto start = nodes.begin(); start != nodes.end();) {
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

}  // namespace

void Extract::read_nodes(size_t part, BlockBuilder &block) {
    NodeCollector collector{block, m_relations.nodes, m_junction_parts[part]};
    m_source->visit_nodes(m_parts[COSM_NODES][part], collector);
    m_boxes[part] = collector.box;
    m_locations.set(part, collector.nodes);
}

/// Makes features of ways, and keeps those that areas of relations are made of.
class WayCollector final : public WayVisitor {
    Extract &m_extract;
    const size_t m_part;
    BlockBuilder &m_block;
    const Member *m_member;
    Locations::Cursor m_cursor;
    osmium::memory::Buffer m_scratch{1U << 16U, osmium::memory::Buffer::auto_grow::yes};
    bool m_has_last = false;
    int64_t m_last_id = 0;

public:
    osmium::memory::Buffer kept{1U << 16U, osmium::memory::Buffer::auto_grow::yes};

    WayCollector(Extract &extract, size_t part, BlockBuilder &block)
        : m_extract(extract), m_part(part), m_block(block), m_member(extract.m_relations.ways.begin()) {}

    uint32_t number(std::string_view text) override { return m_block.number(text); }

    void way(int64_t id, std::vector<osmium::NodeRef> &nodes, const std::vector<Tag> &tags) override {
        if (m_has_last && id == m_last_id) return m_block.report(COSM_PROBLEM_DUPLICATE, COSM_WAY, id);
        m_has_last = true;
        m_last_id = id;
        m_extract.find_junctions(nodes, tags, m_part);
        int64_t missing = 0;
        for (auto &node : nodes) {
            const auto location = m_extract.m_locations.find(node.ref(), m_cursor);
            // Some files have the locations of nodes in their ways.
            if (location.is_defined() || !node.location().valid()) node.set_location(location);
            if (!node.location().is_defined()) ++missing;
        }
        if (missing > 0) m_block.report(COSM_PROBLEM_MISSING_NODES, COSM_WAY, id, missing);
        const auto &relations = m_extract.m_relations;
        m_member = relations.ways.find(id, m_member);
        bool has_parent = false;
        bool is_part = false;
        for (const auto *m = m_member; m != relations.ways.end() && m->id == id; ++m) {
            has_parent |= relations.is_parent(m->relation);
            is_part |= relations.is_area(m->relation);
        }
        if (is_part && missing == 0 && nodes.size() > 1) add_way(id, nodes, kept);
        if (tags.empty() && !has_parent) return;
        auto feature = m_block.begin(COSM_WAY, id, tags);
        for (const auto *m = m_member; m != relations.ways.end() && m->id == id; ++m) {
            if (relations.is_parent(m->relation)) m_block.add_membership(feature, *m);
        }
        add_lines(nodes, feature, m_block);
        if (feature.line_count == 0) return;
        feature.is_closed = missing == 0 && nodes.size() > 3 && nodes.front().location() == nodes.back().location();
        const auto area = value(tags, "area");
        if (feature.is_closed && !tags.empty() && area != "no") {
            if (!add_simple_ring(nodes, feature, m_block)) {
                add_rings(nodes, area != "yes" && is_most_likely_line(tags), feature, m_block, m_scratch);
            }
        }
        m_block.add(feature);
    }
};

void Extract::read_ways(size_t part, BlockBuilder &block) {
    WayCollector collector{*this, part, block};
    m_source->visit_ways(m_parts[COSM_WAYS][part], collector);
    const auto &kept = collector.kept;
    if (kept.committed() == 0) return;
    auto *data = m_store.allocate_bytes(kept.committed());
    std::memcpy(data, kept.data(), kept.committed());
    m_way_parts[part] = {data, kept.committed()};
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
        if (!m_relations.is_area(i)) continue;
        if (members >= most_members) {
            m_area_starts.push_back(m_areas.size());
            members = 0;
        }
        m_areas.push_back(static_cast<uint32_t>(i));
        members += m_relations[i].members().size();
    }
    m_area_starts.push_back(m_areas.size());
}

void Extract::seal_junctions() {
    for (auto &part : m_junction_parts) {
        std::move(part.begin(), part.end(), std::back_inserter(m_junctions));
        part = {};
    }
    std::sort(m_junctions.begin(), m_junctions.end(), [](const Junction &a, const Junction &b) { return a.id < b.id; });
    const auto is_same = [](const Junction &a, const Junction &b) { return a.id == b.id; };
    m_junctions.erase(std::unique(m_junctions.begin(), m_junctions.end(), is_same), m_junctions.end());
}

void Extract::find_junctions(const std::vector<osmium::NodeRef> &nodes, const std::vector<Tag> &tags, size_t part) {
    if (m_junctions.empty()) return;
    const auto *road = std::find(std::begin(roads), std::end(roads), value(tags, "highway"));
    if (road == std::end(roads)) return;
    for (const auto &node : nodes) {
        const auto found = std::lower_bound(m_junctions.begin(), m_junctions.end(), node.ref(),
                                            [](const Junction &a, int64_t b) { return a.id < b; });
        if (found == m_junctions.end() || found->id != node.ref()) continue;
        m_road_parts[part].emplace_back(static_cast<size_t>(found - m_junctions.begin()), static_cast<uint8_t>(road - roads));
    }
}

/// Junctions as nodes with a tag more: that of their road.
void Extract::read_junctions(BlockBuilder &block) const {
    std::vector<Tag> tags;
    for (const auto &junction : m_junctions) {
        tags.clear();
        const auto add = [&](std::string_view key, std::string_view value) {
            tags.push_back({key, value, block.number(key), block.number(value)});
        };
        for (const auto &tag : junction.tags) add(tag.first, tag.second);
        if (junction.road != no_road) add("junction:highway", roads[junction.road]);
        auto feature = block.begin(COSM_NODE, junction.id, tags);
        block.parts.push_back({static_cast<uint32_t>(block.points.size()), 1, false});
        block.points.push_back(project(junction.location));
        feature.line_count = 1;
        block.add(feature);
    }
}

void Extract::read_areas(size_t part, BlockBuilder &block) {
    if (part + 1 == m_area_starts.size()) return read_junctions(block);
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
