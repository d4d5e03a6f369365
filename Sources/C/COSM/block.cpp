// SPDX-License-Identifier: MIT
#include "block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cosm {

/// - SeeAlso: EPSG:3857; `WebMercator.project` of MapGeo.
COSMPoint project(osmium::Location location) noexcept {
    constexpr double max_latitude = 85.05112877980659;
    constexpr double pi = 3.14159265358979323846;
    constexpr double degree = 1e-7;
    const double latitude = std::max(-max_latitude, std::min(max_latitude, location.y() * degree));
    const double s = std::sin(latitude * pi / 180);
    const double y = 0.5 - std::log((1 + s) / (1 - s)) / (4 * pi);
    // At the greatest latitude, rounding leads beyond the edge.
    return {location.x() * degree / 360 + 0.5, std::max(0.0, std::min(1.0, y))};
}

uint32_t BlockBuilder::number(std::string_view text) {
    // Both have the same seed.
    const uint32_t hash = m_words.hash(text);
    const uint32_t word = m_words.find(text, hash);
    return word != Strings::none ? word : static_cast<uint32_t>(m_words.count()) + m_strings.add(text, hash);
}

void BlockBuilder::add_tags(const osmium::TagList &list, uint32_t &first, uint32_t &count) {
    first = static_cast<uint32_t>(tags.size());
    for (const auto &tag : list) tags.push_back({number(tag.key()), number(tag.value())});
    count = static_cast<uint32_t>(tags.size()) - first;
}

COSMFeature BlockBuilder::begin(COSMOrigin origin, int64_t id) {
    COSMFeature feature{};
    feature.id = id;
    feature.origin = static_cast<uint8_t>(origin);
    feature.first_tag = static_cast<uint32_t>(tags.size());
    feature.first_membership = static_cast<uint32_t>(memberships.size());
    feature.first_line = static_cast<uint32_t>(parts.size());
    feature.first_ring = feature.first_line;
    return feature;
}

COSMFeature BlockBuilder::begin(COSMOrigin origin, int64_t id, const osmium::TagList &list) {
    auto feature = begin(origin, id);
    add_tags(list, feature.first_tag, feature.tag_count);
    return feature;
}

COSMFeature BlockBuilder::begin(COSMOrigin origin, int64_t id, const std::vector<Tag> &list) {
    auto feature = begin(origin, id);
    for (const auto &tag : list) tags.push_back({tag.key_number, tag.value_number});
    feature.tag_count = static_cast<uint32_t>(list.size());
    return feature;
}

void BlockBuilder::add_membership(COSMFeature &feature, const Member &member) {
    const auto found = m_known_relations.emplace(member.relation, static_cast<uint32_t>(relations.size()));
    if (found.second) {
        const auto &relation = m_relations[member.relation];
        COSMRelation parent{};
        parent.id = relation.id();
        add_tags(relation.tags(), parent.first_tag, parent.tag_count);
        relations.push_back(parent);
    }
    memberships.push_back({found.first->second, number(m_relations.role(member.role))});
    ++feature.membership_count;
}

void BlockBuilder::report(COSMProblemKind kind, COSMOrigin origin, int64_t id, int64_t count, osmium::Location place) {
    const double nowhere = std::numeric_limits<double>::quiet_NaN();
    const bool is_known = place.valid();
    problems.push_back({kind, origin, id, count, is_known ? place.lon_without_check() : nowhere,
                        is_known ? place.lat_without_check() : nowhere});
}

}  // namespace cosm
