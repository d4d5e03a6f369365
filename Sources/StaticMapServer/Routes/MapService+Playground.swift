// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import NIOCore
import StaticMap

/// The page that people see at `/`: plain files of the home's folder `playground`, and of the libraries that Debian has.
extension MapService {
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "txt": "text/plain; charset=utf-8",
    ]
    /// Libraries by the names that the page knows them by.
    private static let libraries = ["leaflet": "/usr/share/javascript/leaflet"]
    /// Nothing of another server, nothing inline; images that were drawn for the page are blobs.
    private static let policy =
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"

    /// `/`: the playground, or a list.
    func page(_ request: ServerRequest) -> Response { playgroundPage(request) ?? index(request) }

    /// Nil when the playground is switched off or not installed.
    private func playgroundPage(_ request: ServerRequest) -> Response? {
        guard configuration.servesPlayground else { return nil }
        return pageFile("index.html", in: configuration.home.path + "/playground", request)
    }

    /// `/playground/…`, and `/playground/lib/{library}/…`.
    func playgroundFile(_ request: ServerRequest) throws(RequestError) -> Response {
        var names = request.parts.map { percentDecoded($0) }
        var folder: String? = configuration.home.path + "/playground"
        if names.first == "lib", names.count > 2 {
            folder = Self.libraries[names[1]]
            names.removeFirst(2)
        }
        guard configuration.servesPlayground, let folder, !names.isEmpty, names.allSatisfy(Self.isPlain),
            let answer = pageFile(names.joined(separator: "/"), in: folder, request)
        else { throw notFound(request) }
        return answer
    }

    /// A name that cannot lead out of its folder and is not hidden.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.@".contains($0)) }
    }

    /// Asked for anew each time, so that a page never mixes the modules of two versions; the tag spares the bytes.
    private func pageFile(_ name: String, in folder: String, _ request: ServerRequest) -> Response? {
        let path = folder + "/" + name
        guard let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""],
            let real = realPath(path), let root = realPath(folder), real.hasPrefix(root + "/"),
            let state = FileState(path), state.kind == .file
        else { return nil }
        let tag = "\"\(hexDigest(type + digests.value(path, state).text))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = "no-cache"
        headers[.contentSecurityPolicy] = Self.policy
        headers[.frameOptions] = "DENY"
        if request.headers.hold(tag) {
            return Response(.notModified, headers: headers)
        }
        guard let bytes = try? readFile(path, limit: 8 << 20) else { return nil }
        return Response(type: type, headers: headers, body: ByteBuffer(bytes: bytes))
    }
}
