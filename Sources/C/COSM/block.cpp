// SPDX-License-Identifier: MIT
#include "block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cosm {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double degree = 1e-7;

/// The y of latitudes, by Taylor series of the fifth order around the middles of bands of a tenth of a degree: within 1e-13 at
/// the greatest latitude, and 1e-17 on most of the Earth. Sine and logarithm of each node would take a fortieth of an import.
class LatitudeBands {
    /// In 1e-7 degrees.
    static constexpr int32_t max_latitude = 850511288;
    static constexpr int width_bits = 20;
    static constexpr int32_t half = 1 << (width_bits - 1);
    static constexpr size_t count = (size_t{2} * max_latitude >> width_bits) + 1;
    static constexpr int order = 5;

    /// Of the powers of the distance from the middle, in 1e-7 degrees.
    double m_factors[count][order + 1];

public:
    LatitudeBands() noexcept {
        for (size_t band = 0; band < count; ++band) {
            const double middle = (static_cast<double>((band << width_bits) + half) - max_latitude) * degree * pi / 180;
            const double t = std::tan(middle);
            const double s = 1 / std::cos(middle);
            const double tt = t * t;
            // The Gudermannian's inverse and its derivatives, each over the factorial.
            const double terms[] = {std::asinh(t), s, s * t / 2, s * (1 + 2 * tt) / 6, s * t * (5 + 6 * tt) / 24,
                                    s * (5 + 28 * tt + 24 * tt * tt) / 120};
            double unit = 1;
            for (int power = 0; power <= order; ++power, unit *= degree * pi / 180) {
                m_factors[band][power] = (power == 0 ? 0.5 : 0) - terms[power] * unit / (2 * pi);
            }
        }
    }

    double y(int32_t latitude) const noexcept {
        const auto above = static_cast<uint32_t>(std::max(-max_latitude, std::min(max_latitude, latitude)) + max_latitude);
        const auto &factors = m_factors[above >> width_bits];
        const double distance = static_cast<int32_t>(above & ((1U << width_bits) - 1)) - half;
        double sum = factors[order];
        for (int power = order; power-- > 0;) sum = sum * distance + factors[power];
        return sum;
    }
};

}  // namespace

/// - SeeAlso: EPSG:3857; `WebMercator.project` of MapGeo.
COSMPoint project(osmium::Location location) noexcept {
    static const LatitudeBands bands;
    // At the greatest latitude, rounding leads beyond the edge.
    return {location.x() * degree / 360 + 0.5, std::max(0.0, std::min(1.0, bands.y(location.y())))};
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
