// SPDX-License-Identifier: MIT
import MapCore

/// A document of an OGC API as a page for people: what it says, with its links to follow.
struct OGCPage {
    let title: String
    let node: JSONNode
    /// The address of the landing page.
    let home: String
    /// The address of a picture.
    var image: String?

    var text: String {
        let picture = image.map { "<p><img src=\"\(markupEscaped($0))\" alt=\"A map of it\"></p>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(markupEscaped(title))</title>
            <style>body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}dl{margin:0 0 0 1em}
            dt{font-weight:bold}dd{margin:0 0 .4em 1em;overflow-wrap:anywhere}img{max-width:100%}</style></head>
            <body><p><a href="\(markupEscaped(home))">staticmap</a></p><h1>\(markupEscaped(title))</h1>
            \(picture)\(Self.shown(node))</body></html>

            """
    }

    private static func shown(_ node: JSONNode) -> String {
        if let object = node.object {
            if let address = node["href"]?.string { return link(node, address) }
            let rows = object.members.map { member in
                "<dt>\(markupEscaped(member.key))</dt><dd>\(shown(member.node))</dd>"
            }
            return "<dl>\(rows.joined(separator: "\n"))</dl>"
        }
        if let items = node.array {
            guard items.contains(where: { $0.object != nil }) else {
                return items.map(shown).joined(separator: items.allSatisfy { $0.number != nil } ? ", " : "<br>")
            }
            return "<ul>\(items.map { "<li>\(shown($0))</li>" }.joined(separator: "\n"))</ul>"
        }
        return markupEscaped(node.string ?? node.line)
    }

    private static func link(_ node: JSONNode, _ address: String) -> String {
        let relation = node["rel"]?.string?.split(separator: "/").last.map(String.init) ?? ""
        let words =
            "\(markupEscaped(node["title"]?.string ?? address)) (\(markupEscaped(relation)), "
            + "\(markupEscaped(node["type"]?.string ?? "")))"
        guard node["templated"]?.bool != true else { return "\(words): \(markupEscaped(address))" }
        return "<a href=\"\(markupEscaped(address))\">\(words)</a>"
    }
}
