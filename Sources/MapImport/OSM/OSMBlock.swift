// SPDX-License-Identifier: MIT
import COSM
package import MapGeometry

/// A number for a string of OpenStreetMap: a word of the extract's vocabulary, or, beyond these, a string of the block.
package typealias OSMWord = UInt32

/// Strings that a schema asks for, numbered from 0, so that tags are compared and looked up by number.
package struct OSMVocabulary: Sendable {
    package private(set) var words: [String] = []
    private var numbers: [String: OSMWord] = [:]

    package init() {}

    /// The number of a key or value, which is added if it is new.
    package mutating func number(_ word: String) -> OSMWord {
        if let number = numbers[word] { return number }
        let number = OSMWord(words.count)
        numbers[word] = number
        words.append(word)
        return number
    }

    /// The number of a key or value that was added; nil for others.
    package func known(_ word: String) -> OSMWord? { numbers[word] }
}

/// Something with tags and a place: a node, a way, or an area that a relation describes.
package struct OSMFeature: Sendable {
    package enum Origin: UInt8, Sendable { case node, way, relation }

    package var origin: Origin
    /// Of the object; unique for its origin.
    package var id: Int64
    /// Parts of the block: the line of a way, in several parts where nodes are missing; the one point of a node.
    package var lines: Range<Int>
    /// Parts of the block: the rings of an area, each outer one before its inner ones. A closed way has both a line and
    /// rings, unless it is tagged `area=no`: its tags say which is meant.
    package var rings: Range<Int>
    /// Of the block.
    package var tags: Range<Int>
    /// Of the block: the routes and boundaries that the object is a member of.
    package var memberships: Range<Int>
    /// True for a way that ends where it begins.
    package var isClosed: Bool
}

/// A line, a ring or a point.
package struct OSMPart: Sendable {
    /// Of the block. A ring ends with the point with which it begins.
    package var points: Range<Int>
    /// True for a hole in the outer ring before it.
    package var isInner: Bool
}

package struct OSMTag: Sendable {
    package var key: OSMWord
    package var value: OSMWord
}

/// A route or boundary that features of the block are members of.
package struct OSMRelation: Sendable {
    package var id: Int64
    /// Of the block.
    package var tags: Range<Int>
}

/// That a feature is a member of a relation.
package struct OSMMembership: Sendable {
    /// An index of the block's relations.
    package var relation: Int
    package var role: OSMWord
}

/// Many features in flat arrays.
///
/// Points are in Web Mercator with the world as the unit square. Outer rings run clockwise as seen on the map (y grows
/// southwards), inner ones counterclockwise, as in vector tiles.
package struct OSMBlock: Sendable {
    package var features: [OSMFeature] = []
    package var parts: [OSMPart] = []
    package var points: [Point] = []
    package var tags: [OSMTag] = []
    package var relations: [OSMRelation] = []
    package var memberships: [OSMMembership] = []
    /// How many words the vocabulary has: higher numbers are strings of the block.
    package let wordCount: Int
    private var text: [UInt8] = []
    private var textStarts: [UInt32] = [0]

    package init(wordCount: Int) { self.wordCount = wordCount }

    /// False for a number that stands for no text.
    package func hasText(for word: OSMWord) -> Bool { Int(word) - wordCount < textStarts.count - 1 }

    /// The UTF-8 bytes of a string of the block, for as long as `body` runs; none for a word of the vocabulary.
    func withBytes<Result>(of word: OSMWord, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.withUnsafeBufferPointer { text in
            let index = Int(word) - wordCount
            guard index >= 0, hasText(for: word) else {
                return body(UnsafeBufferPointer(start: nil, count: 0))
            }
            return body(UnsafeBufferPointer(rebasing: text[Int(textStarts[index])..<Int(textStarts[index + 1])]))
        }
    }

    /// The text of a number.
    package func string(_ word: OSMWord, _ vocabulary: OSMVocabulary) -> String {
        Int(word) < wordCount
            ? vocabulary.words[Int(word)] : withBytes(of: word) { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a key; nil where the feature has none.
    package func value(_ key: OSMWord, of feature: OSMFeature) -> OSMWord? {
        for index in feature.tags where tags[index].key == key { return tags[index].value }
        return nil
    }

    package func points(of part: OSMPart) -> ArraySlice<Point> { points[part.points] }
}

private func range(_ first: UInt32, _ count: UInt32) -> Range<Int> { Int(first)..<Int(first) + Int(count) }

extension OSMBlock {
    init(_ contents: COSMBlockContents, wordCount: Int) {
        self.wordCount = wordCount
        features = UnsafeBufferPointer(start: contents.features, count: contents.feature_count).map { feature in
            OSMFeature(
                origin: OSMFeature.Origin(rawValue: feature.origin) ?? .node, id: feature.id,
                lines: range(feature.first_line, feature.line_count),
                rings: range(feature.first_ring, feature.ring_count),
                tags: range(feature.first_tag, feature.tag_count),
                memberships: range(feature.first_membership, feature.membership_count), isClosed: feature.is_closed)
        }
        parts = UnsafeBufferPointer(start: contents.parts, count: contents.part_count).map { part in
            OSMPart(points: range(part.first_point, part.point_count), isInner: part.is_inner)
        }
        points = UnsafeBufferPointer(start: contents.points, count: contents.point_count).map { Point($0.x, $0.y) }
        tags = UnsafeBufferPointer(start: contents.tags, count: contents.tag_count).map { tag in
            OSMTag(key: tag.key, value: tag.value)
        }
        relations = UnsafeBufferPointer(start: contents.relations, count: contents.relation_count).map { relation in
            OSMRelation(id: relation.id, tags: range(relation.first_tag, relation.tag_count))
        }
        let members = UnsafeBufferPointer(start: contents.memberships, count: contents.membership_count)
        memberships = members.map { OSMMembership(relation: Int($0.relation), role: $0.role) }
        textStarts = Array(UnsafeBufferPointer(start: contents.text_starts, count: contents.string_count + 1))
        let length = Int(textStarts.last ?? 0)
        text = Array(UnsafeRawBufferPointer(start: contents.text, count: length))
    }
}
