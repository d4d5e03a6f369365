// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import NIOCore

extension MapService {
    /// An error in the form that `EXCEPTIONS` names: a report in XML, an image of the message, or an empty image.
    ///
    /// - SeeAlso: OGC 06-042, §7.3.3.11.
    func answer(
        to error: WMSError, _ query: Query, isOld: Bool, cancellation: CancellationFlag
    ) async -> Answer {
        let form = (query["exceptions"] ?? "").lowercased()
        var image: Answer?
        if form.hasSuffix("inimage") { image = await drawn(error.message, query, cancellation) }
        if form.hasSuffix("blank") { image = await drawn("", query, cancellation) }
        return image ?? report(error, isOld: isOld)
    }

    private func report(_ error: WMSError, isOld: Bool) -> Answer {
        let space = isOld ? "" : " xmlns=\"http://www.opengis.net/ogc\""
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ServiceExceptionReport version="\(isOld ? "1.1.1" : "1.3.0")"\(space)>
            <ServiceException code="\(error.code)">\(markupEscaped(error.message))</ServiceException>
            </ServiceExceptionReport>

            """
        var answer = Answer(
            .badRequest, type: isOld ? "application/vnd.ogc.se_xml" : "text/xml; charset=utf-8", text: text)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// A text on an image of the size that was asked for; nil when that cannot be drawn.
    private func drawn(_ message: String, _ query: Query, _ cancellation: CancellationFlag) async -> Answer? {
        guard let width = query["width"].flatMap({ whole($0) }), let height = query["height"].flatMap({ whole($0) }),
            width > 0, height > 0, width <= limits.pixels / height
        else { return nil }
        let text = message.isEmpty ? nil : lines(message, width: Double(width))
        let scene = JSONNode.members([
            "version": .count(1), "size": .list([.count(width), .count(height)]),
            "camera": .members(["center": .list([.count(0), .count(0)]), "zoom": .count(0)]),
            "basemap": .members([
                "style": .members([
                    "version": .count(8), "sources": JSONNode(.object(JSONObject([]))), "layers": .list([]),
                ])
            ]),
            "decorations": text.map {
                .list([
                    .members(["type": .text("text"), "text": .text($0), "textStyle": .members(["size": .count(12)])])
                ])
            },
            "attribution": .text("none"),
        ])
        let rendering = current.rendering
        let isTransparent = query["transparent"]?.uppercased() == "TRUE"
        let background = query["bgcolor"].flatMap { hexColor($0, digits: [6]) } ?? "#ffffff"
        let drawn = try? await pool.run(cancellation: cancellation) {
            Result { () throws(RequestError) in
                let bitmap = try rendering.bitmap(of: Array(scene.line.utf8))
                return try rendering.encoded(
                    isTransparent ? bitmap : bitmap.over(background), RenderRequest.Output("png"))
            }
        }
        guard let drawn else { return nil }
        var answer = Answer(type: "image/png", bytes: drawn)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Breaks a text between words into lines that fit at 12 points.
    private func lines(_ text: String, width: Double) -> String {
        let most = max(8, Int((width - 24) / 6.5))
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= most {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
