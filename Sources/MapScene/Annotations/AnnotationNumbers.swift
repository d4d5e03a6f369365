// SPDX-License-Identifier: MIT

/// The start of automatic numbers.
public struct Numbering: Hashable, Sendable {
    /// The first number, 0...9999; the first letter is the one of this number, A for 0 and 1.
    public var start = 1

    /// Creates a numbering.
    public init(start: Int = 1) {
        self.start = start
    }
}

/// The numbers and letters that stand for `$num` and `$alpha` in an annotation's `glyphText`, `text`, `title` and
/// `subtitle`.
///
/// Annotations that say `$num` are counted 1, 2, 3 in the order of the scene's list, those that say `$alpha` A to Z, then
/// AA, AB; each annotation counts once, however often it says so.
package struct AnnotationNumbers: Sendable {
    /// A numbered annotation.
    package struct Entry: Hashable, Sendable {
        /// In the scene's list.
        package var index: Int
        /// Such as "3" or "C".
        package var label: String
    }

    /// In the order of the scene's list.
    package private(set) var entries: [Entry] = []
    /// The annotations with their numbers in place.
    package private(set) var annotations: [Annotation]

    package init(_ annotations: [Annotation], _ numbering: Numbering = Numbering()) {
        self.annotations = annotations
        var (number, letter) = (numbering.start, max(1, numbering.start))
        for index in annotations.indices {
            let annotation = annotations[index]
            if let label = annotation.number { entries.append(Entry(index: index, label: label)) }
            guard annotation.contains("$") else { continue }
            if annotation.contains("$num") {
                self.annotations[index].fill("$num", with: String(number))
                number += 1
            }
            if annotation.contains("$alpha") {
                self.annotations[index].fill("$alpha", with: Self.letters(letter))
                letter += 1
            }
            if let label = self.annotations[index].number { entries.append(Entry(index: index, label: label)) }
        }
    }

    /// 1 is A, 26 is Z, 27 is AA.
    private static func letters(_ number: Int) -> String {
        var (rest, text) = (number, "")
        while rest > 0 {
            let digit = UInt8((rest - 1) % 26)
            text = String(UnicodeScalar(UInt8(ascii: "A") + digit)) + text
            rest = (rest - 1) / 26
        }
        return text
    }
}

extension Annotation {
    fileprivate func contains(_ word: String) -> Bool {
        title?.contains(word) ?? false || subtitle?.contains(word) ?? false || view.contains(word)
    }

    fileprivate mutating func fill(_ word: String, with label: String) {
        replace(word, with: label)
        number = number ?? label
    }

    /// Puts a text in place of a word in all of its texts.
    mutating func replace(_ word: String, with text: String) {
        view = view.replacing(word, with: text)
        title = title?.replacing(word, with: text)
        subtitle = subtitle?.replacing(word, with: text)
    }
}

extension Annotation.View {
    /// Looks into the text of the view, other than the annotation's title.
    fileprivate func contains(_ word: String) -> Bool {
        switch self {
        case .marker(let marker): marker.glyphText?.contains(word) ?? false
        case .text(let text, _): text?.contains(word) ?? false
        case .pin, .image, .callout: false
        }
    }

    fileprivate func replacing(_ word: String, with label: String) -> Annotation.View {
        switch self {
        case .marker(var marker):
            marker.glyphText = marker.glyphText?.replacing(word, with: label)
            return .marker(marker)
        case .text(let text, let style): return .text(text?.replacing(word, with: label), style: style)
        case .pin, .image, .callout: return self
        }
    }
}

extension Scene {
    /// The same scene with all automatic numbers in place; `AnnotationNumbers(scene.annotations).entries` lists them.
    package var numbered: Scene {
        var scene = self
        scene.annotations = AnnotationNumbers(annotations, numbering).annotations
        return scene
    }
}

/// How many annotations may be selected at a time.
public enum Selection: String, CaseIterable, Hashable, Sendable {
    /// Any number.
    case multiple
    /// One, as in MapKit: the last selected one of the list.
    case single
}

extension Scene {
    /// The places in the list of those that are selected in vain, since a later one is.
    var outdoneSelections: [Int] {
        guard selection == .single else { return [] }
        return annotations.indices.filter { annotations[$0].selected }.dropLast()
    }

    /// The same scene with no more selected than `selection` allows.
    package var withSelection: Scene {
        var scene = self
        for index in outdoneSelections { scene.annotations[index].selected = false }
        return scene
    }
}
