// SPDX-License-Identifier: MIT
// Relations, and what is a member of them.
#pragma once
#include "strings.hpp"

#include <osmium/memory/buffer.hpp>
#include <osmium/osm/relation.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cosm {

/// The value of a key; null where there is none. Unlike libosmium's own look-up it stays within the list.
const char *value(const osmium::TagList &tags, std::string_view key) noexcept;

/// Sorts objects by id; of those with the same id the first one stays.
template <typename Object>
void sort_by_id(std::vector<Object *> &objects) {
    std::vector<std::pair<int64_t, size_t>> order;
    order.reserve(objects.size());
    for (const auto *object : objects) order.emplace_back(object->id(), order.size());
    std::sort(order.begin(), order.end());
    std::vector<Object *> sorted;
    sorted.reserve(objects.size());
    for (const auto &entry : order) {
        if (sorted.empty() || sorted.back()->id() != entry.first) sorted.push_back(objects[entry.second]);
    }
    objects.swap(sorted);
}

/// An object as a member of a relation.
struct Member {
    int64_t id;
    uint32_t relation;
    /// Of the relations' roles.
    uint32_t role;
};

/// The members of one kind, by ascending id.
class MemberTable {
    std::vector<Member> m_members;

public:
    void reserve(size_t count) { m_members.reserve(count); }
    void add(const Member &member) { m_members.push_back(member); }
    void seal();
    const Member *begin() const noexcept { return m_members.data(); }
    const Member *end() const noexcept { return m_members.data() + m_members.size(); }
    /// The first member with at least this id, sought from an earlier one on.
    const Member *find(int64_t id, const Member *from) const noexcept;
};

/// The relations of wanted types: areas (`multipolygon`, `boundary`), and those whose tags their members need (`route`,
/// `building`, borders). Of those that are no areas the tags alone are kept: there are very many of these.
class Relations {
    /// What a part of the file has.
    struct Part {
        osmium::memory::Buffer relations;
        /// Relations are counted within the part.
        std::vector<Member> ways;
        std::vector<Member> nodes;
        Strings roles{0};
        uint32_t count = 0;
    };

    std::vector<Part> m_parts;
    std::vector<const osmium::Relation *> m_all;
    std::vector<bool> m_is_area;
    std::vector<bool> m_is_parent;
    Strings m_roles;

    void list_members(const osmium::Relation &relation, Part &part) const;

public:
    MemberTable ways;
    /// Those that stand for a boundary: its label and its capital.
    MemberTable nodes;

    explicit Relations(uint32_t seed) : m_roles(seed) {}

    void prepare(size_t parts) { m_parts.resize(parts); }
    /// Keeps a relation of a part if its type is wanted.
    void add(size_t part, const osmium::Relation &relation);
    void seal();
    size_t count() const noexcept { return m_all.size(); }
    const osmium::Relation &operator[](size_t i) const noexcept { return *m_all[i]; }
    bool is_area(size_t i) const noexcept { return m_is_area[i]; }
    bool is_parent(size_t i) const noexcept { return m_is_parent[i]; }
    std::string_view role(uint32_t number) const noexcept { return m_roles[number]; }
};

}  // namespace cosm
