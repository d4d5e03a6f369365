// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import Synchronization

/// What the frames before showed of the map's labels, so that labels of an animation do not flicker.
///
/// Within a layer, what the frame before showed is placed first. What is not placed any more rests for some frames, so that no
/// label is shown, hidden and shown again at once: one that is shown in a frame and in the next but one is shown in that between
/// them. Frames are placed one after another, each on one thread, so that they do not depend on the number of threads.
package final class PlacementMemory: Sendable {
    /// A symbol at a place of the ground.
    struct Entry: Sendable {
        /// Empty for an icon alone.
        var text: String
        /// In the unit square of Web Mercator.
        var place: Point
        /// Which of the label's possible positions was taken.
        var option: Int
    }

    private struct Resting {
        var layer: String
        var entry: Entry
        /// The first frame that may show it again.
        var until: Int
    }

    private struct State {
        var frame = 0
        var shown: [String: [Entry]] = [:]
        var resting: [Resting] = []
        /// Texts that the last frame had lost, by layer.
        var lost: [String: Set<String>] = [:]
    }

    private let state = Mutex(State())
    /// How many frames a label rests that is not placed any more.
    private let rest: Int

    /// - Parameter rest: in frames, at least 2.
    package init(rest: Int) { self.rest = max(2, rest) }

    /// What is known of a layer before it is placed.
    func layer(_ id: String, in viewport: Viewport) -> Layer {
        state.withLock { state in
            Layer(
                viewport: viewport, shown: state.shown[id] ?? [],
                resting: state.resting.filter { $0.layer == id }.map(\.entry), lost: state.lost[id] ?? [])
        }
    }

    /// Remembers a frame.
    func finish(_ placed: [String: [Entry]], in viewport: Viewport) {
        state.withLock { state in
            let next = state.frame + 1
            state.lost = [:]
            state.resting.removeAll { $0.until <= next }
            for (layer, entries) in state.shown {
                let now = placed[layer] ?? []
                let texts = Set(now.map(\.text))
                state.lost[layer] = Set(entries.map(\.text)).subtracting(texts)
                for entry in entries where !now.contains(where: { $0.isSame(as: entry, in: viewport) }) {
                    state.resting.append(Resting(layer: layer, entry: entry, until: next + rest))
                }
            }
            state.frame = next
            state.shown = placed
        }
    }

    /// A layer's symbols of the frames before.
    struct Layer {
        private let viewport: Viewport
        private let shown: [String: [Entry]]
        private let resting: [String: [Entry]]
        private let lost: Set<String>

        fileprivate init(viewport: Viewport, shown: [Entry], resting: [Entry], lost: Set<String>) {
            self.viewport = viewport
            self.shown = Dictionary(grouping: shown, by: \.text)
            self.resting = Dictionary(grouping: resting, by: \.text)
            self.lost = lost
        }

        enum Standing {
            /// The frame before showed it, at one of its possible positions.
            case shown(option: Int)
            case new
            /// It was lost a short while ago.
            case resting
        }

        func standing(of properties: SymbolProperties, at anchor: SymbolAnchor) -> Standing {
            let entry = entry(of: properties, at: anchor)
            if let known = shown[entry.text]?.first(where: { $0.isSame(as: entry, in: viewport) }) {
                return .shown(option: known.option)
            }
            if lost.contains(entry.text) { return .resting }
            return resting[entry.text]?.contains { $0.isSame(as: entry, in: viewport) } ?? false ? .resting : .new
        }

        func entry(of properties: SymbolProperties, at anchor: SymbolAnchor, option: Int = 0) -> Entry {
            Entry(
                text: properties.text?.text ?? "",
                place: viewport.groundToMercator.apply(anchor.ground ?? anchor.position), option: option)
        }
    }
}

extension PlacementMemory.Entry {
    /// True for the same text within a few points of the same place: tiles of another zoom have it a little elsewhere.
    fileprivate func isSame(as other: Self, in viewport: Viewport) -> Bool {
        guard text == other.text else { return false }
        let toGround = viewport.mercatorToGround
        return (toGround.apply(place) - toGround.apply(other.place)).length <= 24 * viewport.scale
    }
}
