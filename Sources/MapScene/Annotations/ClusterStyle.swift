// SPDX-License-Identifier: MIT
import MapCore
public import MapImages

/// The style of a cluster, which is the marker that replaces several annotations of the same `clusteringIdentifier`.
///
/// In its texts, `$count` is the number of members, `$more` one less, `$title` the title of the member that comes first
/// by `displayPriority` and then in the scene's list, and `$members` all titles, one per line.
public struct ClusterStyle: Hashable, Sendable {
    /// The `clusteringIdentifier` that the style applies to; nil for all without a style of their own.
    public var identifier: String?
    /// The color of the balloon; nil for the tint of the first member.
    public var tint: Color?
    /// The text inside the balloon.
    public var glyphText = "$count"
    /// The color of the glyph; nil for white.
    public var glyphTint: Color?
    /// The title below the balloon.
    public var title = "$title"
    /// The subtitle below the title.
    public var subtitle = "+$more"
    /// Whether the title is shown.
    public var titleVisibility = Annotation.TextVisibility.adaptive
    /// Whether the subtitle is shown; adaptive: together with the title.
    public var subtitleVisibility = Annotation.TextVisibility.adaptive
    /// Whether every cluster is selected, with its callout open.
    public var selected = false
    /// The callout of the cluster; nil for none.
    public var callout: Callout?

    /// Creates a style of clusters.
    public init(
        for identifier: String? = nil, tint: Color? = nil, glyphText: String = "$count", glyphTint: Color? = nil,
        title: String = "$title", subtitle: String = "+$more", titleVisibility: Annotation.TextVisibility = .adaptive,
        subtitleVisibility: Annotation.TextVisibility = .adaptive, selected: Bool = false, callout: Callout? = nil
    ) {
        self.identifier = identifier
        self.tint = tint
        self.glyphText = glyphText
        self.glyphTint = glyphTint
        self.title = title
        self.subtitle = subtitle
        self.titleVisibility = titleVisibility
        self.subtitleVisibility = subtitleVisibility
        self.selected = selected
        self.callout = callout
    }
}

extension ClusterStyle {
    /// The marker for these members, the first of which gives its title; without a coordinate of its own.
    package func annotation(for members: [Annotation]) -> Annotation? {
        guard let first = members.first else { return nil }
        let fill = { (text: String) in filled(text, first, members) }
        let marker = Annotation.Marker(
            tint: tint ?? first.tint, glyphText: fill(glyphText), glyphTint: glyphTint,
            titleVisibility: titleVisibility, subtitleVisibility: subtitleVisibility)
        var cluster = Annotation(at: first.coordinate, view: .marker(marker))
        (cluster.title, cluster.subtitle) = (fill(title), fill(subtitle))
        cluster.isCluster = true
        cluster.alt = members.map { $0.alt ?? $0.title ?? $0.id ?? "?" }.joined(separator: ", ")
        cluster.selected = selected
        cluster.callout = callout
        cluster.callout?.title = callout?.title.map(fill)
        cluster.callout?.subtitle = callout?.subtitle.map(fill)
        cluster.callout?.detail = callout?.detail?.mapTexts(fill)
        cluster.callout?.content?.text = callout?.content.map { fill($0.text) } ?? ""
        cluster.zPriority = members.map(\.resolvedZPriority).max()
        cluster.displayPriority = max(
            Annotation.DisplayPriority.high, members.map(\.resolvedDisplayPriority).max() ?? 0)
        return cluster
    }

    private func filled(_ text: String, _ first: Annotation, _ members: [Annotation]) -> String {
        guard text.contains("$") else { return text }
        let titles = members.compactMap(\.title).filter { !$0.isEmpty }.joined(separator: "\n")
        // Titles come last: what they say is not looked at again.
        return text.replacing("$count", with: String(members.count))
            .replacing("$more", with: String(members.count - 1))
            .split(separator: "$members", omittingEmptySubsequences: false)
            .map { $0.replacing("$title", with: first.title ?? "") }.joined(separator: titles)
    }
}

extension CalloutDetail {
    fileprivate func mapTexts(_ change: (String) -> String) -> CalloutDetail {
        var copy = self
        switch content {
        case .text(let text): copy.content = .text(change(text))
        case .stack(let axis, let spacing, let parts):
            copy.content = .stack(axis, spacing: spacing, parts.map { $0.mapTexts(change) })
        case .image, .box: break
        }
        return copy
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
                    code: .sceneDuplicateId)
            } else if name == nil, used.isEmpty {
                style.report(
                    "the style of clusters has no effect: no annotation has a \"clusteringIdentifier\"",
                    severity: .note,
                    code: .sceneNoEffect)
            } else if let name, !used.contains(name) {
                identifier.report(
                    "no annotation has the clusteringIdentifier \"\(name)\"", severity: .warning,
                    code: .sceneUnknownId,
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
                severity: .note, code: .sceneNoEffect, hint: #""selection": "multiple" shows both"#)
        }
    }
}
