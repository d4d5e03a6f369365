// SPDX-License-Identifier: MIT
#include "relations.hpp"

#include <osmium/builder/osm_object_builder.hpp>

#include <algorithm>
#include <cstring>
#include <tuple>

namespace cosm {

const char *value(const osmium::TagList &tags, std::string_view key) noexcept {
    for (const auto &tag : tags) {
        if (key == tag.key()) return tag.value();
    }
    return nullptr;
}

void MemberTable::seal() {
    const auto precedes = [](const Member &a, const Member &b) { return a.id != b.id ? a.id < b.id : a.relation < b.relation; };
    const auto is_earlier = [](const Member &a, const Member &b) { return a.relation < b.relation; };
    if (!std::is_sorted(m_members.begin(), m_members.end(), is_earlier)) {
        std::sort(m_members.begin(), m_members.end(), precedes);
        return;
    }
    // The order of relations stays where members are sorted by the digits of their ids, the lowest first.
    constexpr unsigned bits = 11;
    const auto digit = [](const Member &member, unsigned shift) {
        return static_cast<size_t>((static_cast<uint64_t>(member.id) ^ (uint64_t{1} << 63U)) >> shift) & ((1U << bits) - 1);
    };
    std::vector<Member> sorted(m_members.size());
    for (unsigned shift = 0; shift < 64; shift += bits) {
        std::vector<size_t> ends(1U << bits, 0);
        for (const auto &member : m_members) ++ends[digit(member, shift)];
        if (m_members.empty() || ends[digit(m_members[0], shift)] == m_members.size()) continue;
        size_t end = 0;
        for (auto &count : ends) end = count = count + end;
        for (size_t i = m_members.size(); i > 0; --i) sorted[--ends[digit(m_members[i - 1], shift)]] = m_members[i - 1];
        m_members.swap(sorted);
    }
}

const Member *MemberTable::find(int64_t id, const Member *from) const noexcept {
    const auto precedes = [](const Member &a, int64_t b) { return a.id < b; };
    if (from == end() || from->id > id) from = begin();
    // Objects of a file ascend, so that the next one is near.
    size_t step = 1;
    const Member *low = from;
    while (low != end() && low->id < id) {
        const Member *high = static_cast<size_t>(end() - low) > step ? low + step : end();
        if (high == end() || high->id >= id) return std::lower_bound(low, high, id, precedes);
        low = high;
        step *= 2;
    }
    return low;
}

static bool describes_area(const osmium::Relation &relation) noexcept {
    const char *type = value(relation.tags(), "type");
    return type != nullptr && (std::strcmp(type, "multipolygon") == 0 || std::strcmp(type, "boundary") == 0);
}

static bool has_wanted_tags(const osmium::Relation &relation) noexcept {
    const char *type = value(relation.tags(), "type");
    if (type == nullptr) return false;
    if (std::strcmp(type, "route") == 0 || std::strcmp(type, "boundary") == 0 || std::strcmp(type, "building") == 0) return true;
    // Some borders are tagged so, such as those of municipalities with exclaves.
    const char *boundary = value(relation.tags(), "boundary");
    return std::strcmp(type, "multipolygon") == 0 && boundary != nullptr && std::strcmp(boundary, "administrative") == 0;
}

void Relations::list_members(const osmium::Relation &relation, Part &part) const {
    for (const auto &member : relation.members()) {
        const bool is_place = std::strcmp(member.role(), "label") == 0 || std::strcmp(member.role(), "admin_centre") == 0;
        if (member.type() == osmium::item_type::way) {
            part.ways.push_back({member.ref(), part.count, part.roles.add(member.role())});
        } else if (member.type() == osmium::item_type::node && is_place) {
            part.nodes.push_back({member.ref(), part.count, part.roles.add(member.role())});
        }
    }
}

void Relations::add(size_t number, const osmium::Relation &relation) {
    const bool is_area = describes_area(relation);
    if (!is_area && !has_wanted_tags(relation)) return;
    auto &part = m_parts[number];
    if (!part.relations) part.relations = osmium::memory::Buffer{1U << 12U, osmium::memory::Buffer::auto_grow::yes};
    if (is_area) {
        part.relations.add_item(relation);
    } else {
        osmium::builder::RelationBuilder builder{part.relations};
        builder.set_id(relation.id());
        builder.add_item(relation.tags());
    }
    part.relations.commit();
    list_members(relation, part);
    ++part.count;
}

void Relations::seal() {
    struct Place {
        int64_t id;
        size_t part;
        uint32_t index;
        const osmium::Relation *relation;
    };
    std::vector<Place> places;
    for (size_t part = 0; part < m_parts.size(); ++part) {
        if (m_parts[part].count == 0) continue;
        uint32_t index = 0;
        for (const auto &relation : m_parts[part].relations.select<osmium::Relation>()) {
            places.push_back({relation.id(), part, index++, &relation});
        }
    }
    std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return std::tie(a.id, a.part, a.index) < std::tie(b.id, b.part, b.index);
    });
    // The numbers of relations among all; of those with the same id the first one stays.
    constexpr uint32_t none = 0xFFFFFFFFU;
    std::vector<std::vector<uint32_t>> numbers(m_parts.size());
    for (size_t part = 0; part < m_parts.size(); ++part) numbers[part].assign(m_parts[part].count, none);
    for (const auto &place : places) {
        if (!m_all.empty() && m_all.back()->id() == place.id) continue;
        numbers[place.part][place.index] = static_cast<uint32_t>(m_all.size());
        m_all.push_back(place.relation);
        m_is_area.push_back(describes_area(*place.relation));
        m_is_parent.push_back(has_wanted_tags(*place.relation));
    }
    size_t count = 0;
    for (const auto &part : m_parts) count += part.ways.size();
    ways.reserve(count);
    for (size_t i = 0; i < m_parts.size(); ++i) {
        auto &part = m_parts[i];
        const auto add = [&](MemberTable &table, std::vector<Member> &members) {
            for (const auto &member : members) {
                const uint32_t relation = numbers[i][member.relation];
                if (relation != none) table.add({member.id, relation, m_roles.add(part.roles[member.role])});
            }
            std::vector<Member>{}.swap(members);
        };
        add(ways, part.ways);
        add(nodes, part.nodes);
    }
    ways.seal();
    nodes.seal();
}

}  // namespace cosm
