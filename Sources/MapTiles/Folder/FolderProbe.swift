// SPDX-License-Identifier: MIT
import MapGeo

/// Detects how the tiles in a folder are named, by their names only.
struct FolderProbe {
    let folder: TileFolder

    /// The known layouts, in the order in which they are tried; `EXT` is the file's own extension.
    private static let layouts = [
        "{z}/{x}/{y}EXT", "{z}/{x}_{y}EXT", "{z}/{x}-{y}EXT", "{z}-{x}-{y}EXT", "{z}_{x}_{y}EXT", "{z}/{z}_{x}_{y}EXT",
        "{q}EXT", "{z}/{q}EXT",
    ]
    private static let extensions = ["png", "jpg", "jpeg", "webp", "avif", "pbf", "mvt", "mlt"]
    /// The number of files to look at: a folder without a tile among them is taken to have none.
    private static let maxFiles = 2000

    /// The layout of the first tile found.
    func template() -> TilePathTemplate? {
        var left = Self.maxFiles
        guard let file = firstTileName(in: "", depth: 3, left: &left) else { return nil }
        let name = file.split(separator: "/").last ?? ""
        // "12@2x.png" without a "12.png" beside it has the extension "@2x.png".
        guard let mark = name.firstIndex(where: { $0 == "." || $0 == "@" }) else { return nil }
        let ending = String(name[mark...])
        let steps = file.split(separator: "/").map(String.init)
        for layout in Self.layouts {
            let optionalRatio = ending.hasPrefix("@") ? "" : "{ratio}"
            let text = layout.replacingEnding("EXT", with: optionalRatio + ending)
            guard let template = TilePathTemplate(text), template.stepCount == steps.count else { continue }
            let fits = steps.indices.allSatisfy { template.zoom(ofName: steps[$0], atStep: $0) != nil }
            if fits { return template }
        }
        return nil
    }

    /// The range of zooms among the names in the folder; nil when the first step of the path has no zoom.
    func zooms(_ template: TilePathTemplate) -> ClosedRange<Int>? {
        let zooms = folder.names(in: "").compactMap { template.zoom(ofName: $0, atStep: 0) }.filter { $0 >= 0 }
        guard let low = zooms.min(), let high = zooms.max() else { return nil }
        return low...high
    }

    /// The tiles of the highest zoom whose names can be listed quickly; nil when the names do not tell.
    func range(_ template: TilePathTemplate) -> TileRange? {
        guard let zooms = zooms(template) else { return nil }
        for zoom in zooms.reversed() {
            var left = Self.maxListed
            var range: TileRange?
            if list(template, zoom, in: "", step: 0, [:], &range, left: &left), let range { return range }
        }
        return nil
    }

    /// As many names of a zoom are listed.
    private static let maxListed = 20_000

    /// Adds the tiles of a zoom in a folder.
    /// - Returns: false when there are too many.
    private func list(
        _ template: TilePathTemplate, _ zoom: Int, in path: String, step: Int,
        _ known: [TilePathTemplate.Placeholder: Substring], _ range: inout TileRange?, left: inout Int
    ) -> Bool {
        for name in folder.names(in: path) {
            guard let values = template.values(ofName: name, atStep: step),
                [-1, zoom].contains(template.zoom(ofName: name, atStep: step))
            else { continue }
            left -= 1
            guard left > 0 else { return false }
            let all = known.merging(values) { $1 }
            if step < template.stepCount - 1 {
                let next = path.isEmpty ? name : path + "/" + name
                guard list(template, zoom, in: next, step: step + 1, all, &range, left: &left) else { return false }
            } else if let id = template.tile(all), id.z == zoom {
                if range == nil { range = TileRange(id) }
                range?.add(id, side: 1)
            }
        }
        return true
    }

    /// The path of any tile.
    func sample(_ template: TilePathTemplate) -> String? {
        var left = Self.maxFiles
        return sample(template, in: "", step: 0, left: &left)
    }

    private func sample(_ template: TilePathTemplate, in path: String, step: Int, left: inout Int) -> String? {
        for name in folder.names(in: path) where template.zoom(ofName: name, atStep: step) != nil {
            left -= 1
            guard left > 0 else { return nil }
            let next = path.isEmpty ? name : path + "/" + name
            if step == template.stepCount - 1 { return next }
            if let found = sample(template, in: next, step: step + 1, left: &left) { return found }
        }
        return nil
    }

    private func firstTileName(in path: String, depth: Int, left: inout Int) -> String? {
        let names = folder.names(in: path)
        for name in names {
            left -= 1
            guard left > 0 else { return nil }
            let next = path.isEmpty ? name : path + "/" + name
            if let dot = name.lastIndex(of: ".") {
                let ending = name[name.index(after: dot)...].lowercased()
                if Self.extensions.contains(ending), name.first.map({ $0.isNumber }) == true { return next }
            } else if depth > 1, let found = firstTileName(in: next, depth: depth - 1, left: &left) {
                return found
            }
        }
        return nil
    }
}

extension String {
    fileprivate func replacingEnding(_ ending: String, with other: String) -> String {
        hasSuffix(ending) ? String(dropLast(ending.count)) + other : self
    }
}
