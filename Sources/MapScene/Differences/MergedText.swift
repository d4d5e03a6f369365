// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Writes a merged tree: what comes from one version whole is its text, and what is put together is spaced as ours.
struct MergedText {
    let ours: JSONText
    let theirs: JSONText

    func text(of node: MergedNode) -> String {
        switch node {
        case .ours(let node): return ours.text(of: node)
        case .theirs(let node): return theirs.text(of: node)
        case .object(let own, let members):
            let spellings = Dictionary(own.object?.members.map { ($0.key, $0) } ?? []) { $1 }
            let parts = members.map { key, value in
                Part(
                    text: quoted(key) + (spellings[key].map(colon) ?? ": ") + text(of: value),
                    start: spellings[key]?.keyOffset)
            }
            return joined(parts, "{", "}", own, own.object?.members.map(\.keyOffset) ?? [])
        case .list(let own, let elements):
            return joined(elements.map(part), "[", "]", own, own.array?.map(\.offset) ?? [])
        }
    }

    /// A member or an element, and where our text has it.
    private struct Part {
        var text: String
        var start: Int?
    }

    private func part(_ element: MergedNode) -> Part {
        switch element {
        case .ours(let node), .object(let node, _), .list(let node, _):
            Part(text: text(of: element), start: node.offset)
        case .theirs: Part(text: text(of: element))
        }
    }

    /// What stands between a key and its value.
    private func colon(of member: JSONObject.Member) -> String {
        ":" + ours.space(before: member.node.offset)
    }

    /// Parts with the space that our text has before each; new ones are spaced as our second part is.
    private func joined(_ parts: [Part], _ open: String, _ close: String, _ own: JSONNode, _ starts: [Int]) -> String {
        guard let first = starts.first, !parts.isEmpty else {
            return open + parts.map(\.text).joined(separator: ", ") + close
        }
        let lead = ours.space(before: first)
        let separator = starts.count > 1 ? ours.space(before: starts[1]) : lead.isEmpty ? " " : lead
        var text = open + lead
        for (index, part) in parts.enumerated() {
            if index > 0 {
                text += "," + (part.start.map { $0 == first ? separator : ours.space(before: $0) } ?? separator)
            }
            text += part.text
        }
        return text + ours.spaceBeforeEnd(of: own) + close
    }
}
