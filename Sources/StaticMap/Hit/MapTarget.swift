// SPDX-License-Identifier: MIT
import MapCanvas

/// A part of a map that can be hit or dragged. Its `rawValue` is a path such as `annotation/hotel/callout/right`, which
/// reports, image maps and SVG have.
///
/// ```swift
/// switch map.hit(at: point).target {
/// case .annotation(let id): select(id)
/// case .callout(.annotation(let id), part: "right"): showDetails(of: id)
/// default: deselect()
/// }
/// ```
///
/// Items are named by their id, or by their index in the scene's list if they have none. Later versions may have further cases,
/// so that a `switch` has a `default`.
public indirect enum MapTarget: Hashable, Sendable {
    /// An annotation.
    case annotation(String)
    /// A marker that stands for several annotations: the identifier that they share, and its number from 1.
    case cluster(String, number: Int)
    /// The callout of an annotation or cluster, or a part of it: `title`, `subtitle`, `left`, `right` or `detail`, and the
    /// names of what a card or a stack contains.
    case callout(of: MapTarget, part: String? = nil)
    /// An overlay.
    case overlay(String)
    /// What a data file has put on the map, such as `shape/3`.
    case feature(overlay: String, part: String)
    /// A corner of an area or a line, from 0.
    case vertex(overlay: String, index: Int)
    /// A decoration.
    case decoration(String)
    /// The dot that shows where the user is.
    case userLocation
    /// The attribution.
    case attribution

    /// A path that is none of these.
    case other(String)
}

extension MapTarget: RawRepresentable, ExpressibleByStringLiteral {
    /// Parses a path; one that no map of this version has is `other`.
    ///
    /// - Parameter rawValue: a path. Slashes and percent signs within a name are percent-encoded.
    public init(rawValue: String) {
        self = MapTarget(path: rawValue) ?? .other(rawValue)
    }

    /// Parses a path.
    ///
    /// - Parameter value: a path, as `init(rawValue:)` takes it.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Nil for paths that no map has.
    private init?(path: String) {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(Self.unescaped)
        switch (steps.first, steps.count) {
        case ("userLocation", 1): self = .userLocation
        case ("attribution", 1): self = .attribution
        case ("decoration", 2): self = .decoration(steps[1])
        case ("overlay", 2): self = .overlay(steps[1])
        case ("overlay", 4) where steps[2] == "handle" || steps[2] == "vertex":
            guard let index = Int(steps[3]) else { return nil }
            self = .vertex(overlay: steps[1], index: index)
        case ("overlay", 3...): self = .feature(overlay: steps[1], part: steps[2...].joined(separator: "/"))
        case ("annotation", 2...):
            guard let target = Self.owner(.annotation(steps[1]), steps.dropFirst(2)) else { return nil }
            self = target
        case ("cluster", 3...):
            guard let number = Int(steps[2]),
                let target = Self.owner(.cluster(steps[1], number: number), steps.dropFirst(3))
            else { return nil }
            self = target
        default: return nil
        }
    }

    /// The owner of a callout, or its callout.
    private static func owner(_ owner: MapTarget, _ rest: ArraySlice<String>) -> MapTarget? {
        guard let first = rest.first else { return owner }
        guard first == "callout" else { return nil }
        return .callout(of: owner, part: rest.count > 1 ? rest.dropFirst().joined(separator: "/") : nil)
    }

    /// The target as a path.
    public var rawValue: String {
        switch self {
        case .annotation(let name): targetPath("annotation", name)
        case .cluster(let identifier, let number): targetPath("cluster", identifier, String(number))
        case .callout(let owner, let part): owner.rawValue + "/callout" + (part.map { "/" + $0 } ?? "")
        case .overlay(let name): targetPath("overlay", name)
        case .feature(let overlay, let part): targetPath("overlay", overlay) + "/" + part
        case .vertex(let overlay, let index): targetPath("overlay", overlay, "handle", String(index))
        case .decoration(let name): targetPath("decoration", name)
        case .userLocation: "userLocation"
        case .attribution: "attribution"
        case .other(let path): path
        }
    }

    private static func unescaped(_ step: Substring) -> String {
        String(step.replacing("%2F", with: "/").replacing("%25", with: "%"))
    }
}

extension MapTarget {
    /// What it is called where it has no title.
    package var words: String {
        switch self {
        case .annotation(let name): "annotation \(name)"
        case .cluster(let name, let number): "cluster \(number) of \(name)"
        case .callout(let owner, let part): "\(part.map { "\($0) of the " } ?? "")callout of \(owner.words)"
        case .overlay(let name), .feature(let name, _): "overlay \(name)"
        case .vertex(let overlay, let index): "corner \(index + 1) of overlay \(overlay)"
        case .decoration(let name): "decoration \(name)"
        case .userLocation: "user location"
        case .attribution: "attribution"
        case .other(let path): path
        }
    }
}
