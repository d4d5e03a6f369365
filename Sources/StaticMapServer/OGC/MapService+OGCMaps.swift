// SPDX-License-Identifier: MIT
package import HTTPTypes
import MapCore

extension HTTPField.Name {
    private static func own(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }

    /// The box of a map, in its system.
    package static let contentBbox = own("Content-Bbox")
    /// The system of a map, unless that is CRS84.
    package static let contentCrs = own("Content-Crs")
}

/// OGC API – Maps.
///
/// - SeeAlso: OGC 20-058.
extension MapService {
    /// `…/map`: of all data, of a collection, in the default style or in another.
    func ogcMap(_ request: ServerRequest) async throws(RequestError) -> Response {
        let resource = try ogcResource(request)
        let format = try ogcFormat(request)
        let parameters = try MapParameters(
            request.query, format: withQuality(RenderRequest.Output(format)), extent: resource.extent,
            systems: systems, pixels: pixels(for: request), paper: resource.style.paper)
        var fields = HTTPFields()
        fields[.contentBbox] = parameters.system.text(parameters.box)
        if parameters.system != .crs84 { fields[.contentCrs] = parameters.system.address }
        return try await draw(
            parameters.map, in: resource.style, request, fields: fields, varies: request.query["f"] == nil)
    }

    /// The format of an image: what `f` says, or else what the client prefers.
    ///
    /// - Throws: 400 for another format, 406 when the client takes none of them.
    func ogcFormat(_ request: ServerRequest) throws(RequestError) -> String {
        let formats = ["image/png": "png", "image/jpeg": "jpeg", "image/webp": "webp"]
        if let name = request.query["f"] {
            guard let format = formats[name] ?? outputFormat(extension: name), formats.values.contains(format) else {
                throw .bad("f", "expected png, jpeg or webp, found \"\(name.prefix(20))\"")
            }
            return format
        }
        guard let field = request.headers[.accept] else { return "png" }
        let wishes = weighted(field).filter { $0.weight > 0 }
        let any = wishes.filter { ["*/*", "image/*"].contains($0.name) }.map(\.weight).max() ?? 0
        let best = wishes.filter { formats[$0.name] != nil }.max { $0.weight < $1.weight }
        if let best, best.weight > any { return formats[best.name] ?? "png" }
        guard any > 0 else {
            throw RequestError(
                HTTPResponse.Status(code: 406), "there are png, jpeg and webp", parameter: "Accept", hint: "f=png")
        }
        return "png"
    }
}

extension ServedStyle {
    /// The color of its background where that is a plain one, else white.
    var paper: String {
        let layer = json?["layers"]?.array?.first { $0["type"]?.string == "background" }
        return layer?["paint"]?["background-color"]?.string ?? "#ffffff"
    }
}
