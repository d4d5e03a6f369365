// SPDX-License-Identifier: MIT
#include "primitives.hpp"

#include "failure.hpp"

#include <osmium/util/delta.hpp>
#include <protozero/pbf_reader.hpp>

#include <algorithm>
#include <cstring>

namespace cosm {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr pbf_wire_type bytes = pbf_wire_type::length_delimited;
constexpr pbf_wire_type varint = pbf_wire_type::varint;

/// Numbers of fields, from osmformat.proto.
namespace block_field {
enum { strings = 1, group = 2, granularity = 17, latitude_offset = 19, longitude_offset = 20 };
}
namespace group_field {
enum { node = 1, dense = 2, way = 3, relation = 4 };
}

/// The memory that the ways or relations of a block may take.
constexpr uint64_t max_objects_size = 768U << 20U;
/// A way of the API has at most 2,000 nodes, and older ones have 50,000.
constexpr size_t max_refs_size = 8U << 20U;

std::vector<std::string_view> string_table(pbf_reader block) {
    std::vector<std::string_view> strings;
    while (block.next(block_field::strings, bytes)) {
        auto table = block.get_message();
        while (table.next(1, bytes)) {
            const auto view = table.get_view();
            strings.emplace_back(view.data(), view.size());
        }
    }
    return strings;
}

/// Numbers that end together.
class Varints {
    const char *m_data = nullptr;
    const char *m_end = nullptr;

public:
    Varints() = default;
    explicit Varints(protozero::data_view view) : m_data(view.data()), m_end(view.data() + view.size()) {}

    bool is_empty() const noexcept { return m_data == m_end; }
    uint64_t next() { return protozero::decode_varint(&m_data, m_end); }
    int64_t next_signed() { return protozero::decode_zigzag64(next()); }
};

struct Grid {
    int64_t granularity = 100;
    int64_t latitude_offset = 0;
    int64_t longitude_offset = 0;

    /// In 1e-7 degrees; the file counts in 1e-9. Unsigned, as a stranger's numbers may overflow.
    static int64_t place(int64_t value, int64_t granularity, int64_t offset) noexcept {
        const auto product = static_cast<uint64_t>(value) * static_cast<uint64_t>(granularity) + static_cast<uint64_t>(offset);
        return static_cast<int64_t>(product) / 100;
    }

    osmium::Location location(int64_t longitude, int64_t latitude) const noexcept {
        const int64_t x = place(longitude, granularity, longitude_offset);
        const int64_t y = place(latitude, granularity, latitude_offset);
        constexpr int64_t west = 1800000000;
        constexpr int64_t south = 900000000;
        if (x < -west || x > west || y < -south || y > south) return osmium::Location{};
        return osmium::Location{static_cast<int32_t>(x), static_cast<int32_t>(y)};
    }
};

int64_t sum(int64_t a, int64_t b) noexcept { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

/// The strings of a block, which are numbered when a tag first has them.
class TagReader {
    struct Text {
        std::string_view text;
        uint32_t number = none;
    };

    static constexpr uint32_t none = 0xFFFFFFFFU;

    std::vector<Text> m_strings;
    Numbering &m_numbering;

    const Text &string(uint64_t index) {
        if (index >= m_strings.size()) throw Failure{COSM_DAMAGED, "a block names a string that it does not have"};
        auto &string = m_strings[index];
        if (string.number == none) string.number = m_numbering.number(string.text);
        return string;
    }

public:
    TagReader(const std::vector<std::string_view> &strings, Numbering &numbering) : m_numbering(numbering) {
        m_strings.reserve(strings.size());
        for (const auto &string : strings) m_strings.push_back({string, none});
    }

    Tag tag(uint64_t key, uint64_t value) {
        const Text &k = string(key);
        const Text &v = string(value);
        return {k.text, v.text, k.number, v.number};
    }

    /// Reads the tags of an object that is not dense.
    void read(Varints keys, Varints values, std::vector<Tag> &tags) {
        tags.clear();
        while (!keys.is_empty() && !values.is_empty()) {
            const auto key = keys.next();
            tags.push_back(tag(key, values.next()));
        }
    }
};

Grid grid_of(pbf_reader block) {
    Grid grid;
    while (block.next()) {
        switch (block.tag_and_type()) {
            case protozero::tag_and_type(block_field::granularity, varint): grid.granularity = block.get_int32(); break;
            case protozero::tag_and_type(block_field::latitude_offset, varint): grid.latitude_offset = block.get_int64(); break;
            case protozero::tag_and_type(block_field::longitude_offset, varint): grid.longitude_offset = block.get_int64(); break;
            default: block.skip();
        }
    }
    return grid;
}

struct NodeReader {
    TagReader strings;
    const Grid &grid;
    NodeVisitor &visitor;
    std::vector<Tag> tags;

    void dense(pbf_reader message) {
        Varints ids;
        Varints latitudes;
        Varints longitudes;
        Varints keys_and_values;
        while (message.next()) {
            switch (message.tag_and_type()) {
                case protozero::tag_and_type(1, bytes): ids = Varints{message.get_view()}; break;
                case protozero::tag_and_type(8, bytes): latitudes = Varints{message.get_view()}; break;
                case protozero::tag_and_type(9, bytes): longitudes = Varints{message.get_view()}; break;
                case protozero::tag_and_type(10, bytes): keys_and_values = Varints{message.get_view()}; break;
                default: message.skip();
            }
        }
        int64_t id = 0;
        int64_t latitude = 0;
        int64_t longitude = 0;
        while (!ids.is_empty()) {
            id = sum(id, ids.next_signed());
            latitude = sum(latitude, latitudes.next_signed());
            longitude = sum(longitude, longitudes.next_signed());
            tags.clear();
            while (!keys_and_values.is_empty()) {
                const auto key = keys_and_values.next();
                if (key == 0) break;
                tags.push_back(strings.tag(key, keys_and_values.next()));
            }
            visitor.node(id, grid.location(longitude, latitude), tags);
        }
    }

    void single(pbf_reader message) {
        int64_t id = 0;
        int64_t latitude = 0;
        int64_t longitude = 0;
        Varints keys;
        Varints values;
        while (message.next()) {
            switch (message.tag_and_type()) {
                case protozero::tag_and_type(1, varint): id = message.get_sint64(); break;
                case protozero::tag_and_type(2, bytes): keys = Varints{message.get_view()}; break;
                case protozero::tag_and_type(3, bytes): values = Varints{message.get_view()}; break;
                case protozero::tag_and_type(8, varint): latitude = message.get_sint64(); break;
                case protozero::tag_and_type(9, varint): longitude = message.get_sint64(); break;
                default: message.skip();
            }
        }
        strings.read(keys, values, tags);
        visitor.node(id, grid.location(longitude, latitude), tags);
    }
};

struct WayReader {
    TagReader strings;
    const Grid &grid;
    WayVisitor &visitor;
    std::vector<Tag> tags;
    std::vector<osmium::NodeRef> nodes;

    void read(pbf_reader message) {
        int64_t id = 0;
        Varints keys;
        Varints values;
        Varints refs;
        Varints latitudes;
        Varints longitudes;
        while (message.next()) {
            switch (message.tag_and_type()) {
                case protozero::tag_and_type(1, varint): id = message.get_int64(); break;
                case protozero::tag_and_type(2, bytes): keys = Varints{message.get_view()}; break;
                case protozero::tag_and_type(3, bytes): values = Varints{message.get_view()}; break;
                case protozero::tag_and_type(8, bytes): refs = Varints{message.get_view()}; break;
                case protozero::tag_and_type(9, bytes): latitudes = Varints{message.get_view()}; break;
                case protozero::tag_and_type(10, bytes): longitudes = Varints{message.get_view()}; break;
                default: message.skip();
            }
        }
        strings.read(keys, values, tags);
        nodes.clear();
        int64_t ref = 0;
        int64_t latitude = 0;
        int64_t longitude = 0;
        while (!refs.is_empty()) {
            ref = sum(ref, refs.next_signed());
            osmium::Location location;
            if (!latitudes.is_empty() && !longitudes.is_empty()) {
                latitude = sum(latitude, latitudes.next_signed());
                longitude = sum(longitude, longitudes.next_signed());
                location = grid.location(longitude, latitude);
            }
            nodes.emplace_back(ref, location);
        }
        visitor.way(id, nodes, tags);
    }
};

/// What strings and members of a way or relation take at most.
struct SizeCheck {
    uint64_t longest = 0;
    uint64_t total = 0;

    void add(pbf_reader message, bool is_way) {
        while (message.next()) {
            const auto tag = message.tag();
            if (message.wire_type() != bytes) {
                message.skip();
                continue;
            }
            const uint64_t size = message.get_view().size();
            // Keys and values, or the roles of members.
            if (tag == 2 || tag == 3 || (!is_way && tag == 8)) total += size * (longest + 8);
            // References, each of which takes a byte at least.
            if (is_way && tag == 8 && size > max_refs_size) throw Failure{COSM_TOO_LARGE, "a way has too many nodes"};
            if (tag == 8 || tag == 9) total += size * (is_way ? 16U : 32U);
        }
    }
};

}  // namespace

osmium::osm_entity_bits::type kinds_of_block(const std::string &block) {
    auto kinds = osmium::osm_entity_bits::nothing;
    pbf_reader reader{block};
    while (reader.next(block_field::group, bytes)) {
        auto group = reader.get_message();
        while (group.next()) {
            switch (group.tag()) {
                case group_field::node:
                case group_field::dense: kinds |= osmium::osm_entity_bits::node; break;
                case group_field::way: kinds |= osmium::osm_entity_bits::way; break;
                case group_field::relation: kinds |= osmium::osm_entity_bits::relation; break;
                default: break;
            }
            group.skip();
        }
    }
    return kinds;
}

void remove_zero_bytes(std::string &block) {
    for (const auto &view : string_table(pbf_reader{block})) {
        if (view.find('\0') == std::string_view::npos) continue;
        const auto start = static_cast<size_t>(view.data() - block.data());
        std::replace(block.begin() + static_cast<std::ptrdiff_t>(start),
                     block.begin() + static_cast<std::ptrdiff_t>(start + view.size()), '\0', ' ');
    }
}

void check_size(const std::string &block) {
    SizeCheck check;
    for (const auto &string : string_table(pbf_reader{block})) check.longest = std::max<uint64_t>(check.longest, string.size());
    pbf_reader reader{block};
    while (reader.next(block_field::group, bytes)) {
        auto group = reader.get_message();
        while (group.next()) {
            if (group.wire_type() == bytes && (group.tag() == group_field::way || group.tag() == group_field::relation)) {
                const bool is_way = group.tag() == group_field::way;
                check.add(group.get_message(), is_way);
            } else {
                group.skip();
            }
        }
    }
    if (check.total > max_objects_size) throw Failure{COSM_TOO_LARGE, "the objects of a block take too much memory"};
}

void visit_nodes_of_block(const std::string &block, NodeVisitor &visitor) {
    const auto grid = grid_of(pbf_reader{block});
    NodeReader nodes{TagReader{string_table(pbf_reader{block}), visitor}, grid, visitor, {}};
    pbf_reader reader{block};
    while (reader.next(block_field::group, bytes)) {
        auto group = reader.get_message();
        while (group.next()) {
            switch (group.tag_and_type()) {
                case protozero::tag_and_type(group_field::node, bytes): nodes.single(group.get_message()); break;
                case protozero::tag_and_type(group_field::dense, bytes): nodes.dense(group.get_message()); break;
                default: group.skip();
            }
        }
    }
}

void visit_ways_of_block(const std::string &block, WayVisitor &visitor) {
    const auto grid = grid_of(pbf_reader{block});
    WayReader ways{TagReader{string_table(pbf_reader{block}), visitor}, grid, visitor, {}, {}};
    pbf_reader reader{block};
    while (reader.next(block_field::group, bytes)) {
        auto group = reader.get_message();
        while (group.next(group_field::way, bytes)) ways.read(group.get_message());
    }
}

}  // namespace cosm
