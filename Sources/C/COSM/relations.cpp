// SPDX-License-Identifier: MIT
#include "relations.hpp"

#include <algorithm>
#include <cstring>

namespace cosm {

const char *value(const osmium::TagList &tags, std::string_view key) noexcept {
    for (const auto &tag : tags) {
        if (key == tag.key()) return tag.value();
    }
    return nullptr;
}

void MemberTable::seal() {
    std::sort(m_members.begin(), m_members.end(), [](const Member &a, const Member &b) {
        return a.id != b.id ? a.id < b.id : a.relation < b.relation;
    });
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

bool Relations::is_area(const osmium::Relation &relation) noexcept {
    const char *type = value(relation.tags(), "type");
    return type != nullptr && (std::strcmp(type, "multipolygon") == 0 || std::strcmp(type, "boundary") == 0);
}

bool Relations::is_parent(const osmium::Relation &relation) noexcept {
    const char *type = value(relation.tags(), "type");
    return type != nullptr && (std::strcmp(type, "route") == 0 || std::strcmp(type, "boundary") == 0);
}

void Relations::add(size_t part, const osmium::Relation &relation) {
    if (!is_area(relation) && !is_parent(relation)) return;
    auto &kept = m_parts[part];
    if (!kept) kept = osmium::memory::Buffer{relation.padded_size(), osmium::memory::Buffer::auto_grow::yes};
    kept.add_item(relation);
    kept.commit();
}

void Relations::seal() {
    for (auto &part : m_parts) {
        if (!part) continue;
        for (auto &relation : part.select<osmium::Relation>()) m_all.push_back(&relation);
    }
    sort_by_id(m_all);
    for (size_t i = 0; i < m_all.size(); ++i) {
        for (const auto &member : m_all[i]->members()) {
            const Member entry{member.ref(), static_cast<uint32_t>(i), member.role()};
            if (member.type() == osmium::item_type::way) ways.add(entry);
            const auto is_place = [&] {
                return std::strcmp(member.role(), "label") == 0 || std::strcmp(member.role(), "admin_centre") == 0;
            };
            if (member.type() == osmium::item_type::node && is_place()) nodes.add(entry);
        }
    }
    ways.seal();
    nodes.seal();
}

}  // namespace cosm
