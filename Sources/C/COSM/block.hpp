// SPDX-License-Identifier: MIT
// Features in flat arrays.
#pragma once
#include "COSM.h"
#include "relations.hpp"
#include "source.hpp"
#include "strings.hpp"

#include <osmium/osm/location.hpp>
#include <osmium/osm/tag.hpp>

#include <unordered_map>
#include <vector>

namespace cosm {

COSMPoint project(osmium::Location location) noexcept;

class BlockBuilder {
    const Strings &m_words;
    const Relations &m_relations;
    Strings m_strings;
    std::unordered_map<uint32_t, uint32_t> m_known_relations;

    COSMFeature begin(COSMOrigin origin, int64_t id);
    void add_tags(const osmium::TagList &tags, uint32_t &first, uint32_t &count);

public:
    std::vector<COSMFeature> features;
    std::vector<COSMPart> parts;
    std::vector<COSMPoint> points;
    std::vector<COSMTag> tags;
    std::vector<COSMRelation> relations;
    std::vector<COSMMembership> memberships;
    std::vector<COSMProblem> problems;

    BlockBuilder(const Strings &words, const Relations &relations, uint32_t seed)
        : m_words(words), m_relations(relations), m_strings(seed) {}

    /// A word of the vocabulary, or, beyond these, a string of the block.
    uint32_t number(std::string_view text);
    COSMFeature begin(COSMOrigin origin, int64_t id, const osmium::TagList &tags);
    COSMFeature begin(COSMOrigin origin, int64_t id, const std::vector<Tag> &tags);
    void add_membership(COSMFeature &feature, const Member &member);
    void add(COSMFeature &feature) { features.push_back(feature); }
    void report(COSMProblemKind kind, COSMOrigin origin, int64_t id, int64_t count = 0, osmium::Location place = osmium::Location{});

    const Strings &strings() const noexcept { return m_strings; }
};

}  // namespace cosm
