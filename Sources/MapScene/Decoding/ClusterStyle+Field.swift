// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

extension ClusterStyle {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        self.init(for: object.optional("identifier") { $0.filled() })
        tint = object.one(of: ["tint", "markerTintColor"], Color.init(tint:))
        glyphText = object.optional("glyphText") { $0.string() } ?? glyphText
        glyphTint = object.one(of: ["glyphTint", "glyphTintColor"], Color.init(tint:))
        title = object.optional("title") { $0.string() } ?? title
        subtitle = object.optional("subtitle") { $0.string() } ?? subtitle
        let visibility = { (field: Field) in field.choice(of: Annotation.TextVisibility.self) }
        titleVisibility = object.optional("titleVisibility", visibility) ?? titleVisibility
        subtitleVisibility = object.optional("subtitleVisibility", visibility) ?? subtitleVisibility
        selected = object.optional("selected") { $0.bool() } ?? selected
        callout = object.optional("callout", Callout.init)
        object.finish()
        if selected, callout == nil, object.object["callout"] == nil {
            object.field("selected")?.report(
                "selected has no effect: there is no callout", severity: .warning, code: SceneCode.noEffect,
                hint: #"add "callout": {}"#)
        }
    }
}

extension Numbering {
    init?(_ field: Field) {
        guard var object = field.object() else { return nil }
        self.init(start: object.optional("start") { $0.integer(in: Numbering.starts) } ?? 1)
        object.finish()
    }
}

/// The names that annotations are clustered by, and those that styles of clusters are for.
struct ClusterNames {
    private let annotations: Field?
    private let clusters: Field?

    /// Takes the scene's lists as they stand in the text.
    init(_ annotations: Field?, _ clusters: Field?) {
        self.annotations = annotations
        self.clusters = clusters
    }

    /// Every style is for a name of its own that some annotation has.
    func check() {
        guard let clusters, clusters.node.array != nil, let styles = clusters.elements() else { return }
        let list = annotations?.node.array ?? []
        let used = Set(list.compactMap { $0["clusteringIdentifier"]?.string })
        var seen: Set<String?> = []
        for style in styles where style.node.object != nil {
            let name = style.node["identifier"]?.string
            let identifier = style.node["identifier"].map { style.member("identifier", $0) } ?? style
            if !seen.insert(name).inserted {
                identifier.report(
                    name.map { "expected an identifier of its own, found \"\($0)\" again" }
                        ?? "expected one style without an \"identifier\", found another",
                    code: SceneCode.duplicateID)
            } else if let name, !used.contains(name) {
                identifier.report(
                    "no annotation has the clusteringIdentifier \"\(name)\"", severity: .warning,
                    code: SceneCode.unknownID,
                    hint: didYouMean(name, used.sorted()))
            }
        }
    }
}

extension Scene {
    /// Notes the selections that `selection` undoes.
    func reportSelections(_ list: Field?) {
        guard let fields = list?.node.array == nil ? nil : list?.elements(), fields.count == annotations.count else {
            return
        }
        for index in outdoneSelections {
            guard let node = fields[index].node["selected"] else { continue }
            fields[index].member("selected", node).report(
                "selected has no effect: the selection is single, and a later annotation is selected",
                severity: .note, code: SceneCode.noEffect, hint: #""selection": "multiple" shows both"#)
        }
    }
}
