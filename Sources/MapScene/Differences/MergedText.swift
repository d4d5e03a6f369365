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
            let starts = own.object?.members.map(\.keyOffset) ?? []
            let spellings = Dictionary(own.object?.members.map { ($0.key, $0) } ?? []) { $1 }
            let parts = members.map { key, value in
                quoted(key) + (spellings[key].map(colon) ?? ": ") + text(of: value)
            }
            return joined(parts, "{", "}", own, starts)
        case .list(let own, let elements):
            return joined(elements.map(text), "[", "]", own, own.array?.map(\.offset) ?? [])
        }
    }

    /// What stands between a key and its value.
    private func colon(of member: JSONObject.Member) -> String {
        ":" + ours.space(before: member.node.offset)
    }

    private func joined(_ parts: [String], _ open: String, _ close: String, _ own: JSONNode, _ starts: [Int]) -> String
    {
        guard let first = starts.first, !parts.isEmpty else { return open + parts.joined(separator: ", ") + close }
        let lead = ours.space(before: first)
        let separator = starts.count > 1 ? ours.space(before: starts[1]) : lead.isEmpty ? " " : lead
        return open + lead + parts.joined(separator: "," + separator) + ours.spaceBeforeEnd(of: own) + close
    }
}
