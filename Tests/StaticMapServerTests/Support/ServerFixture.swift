// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMap
import StaticMapServer
import TestSupport

/// A service over the styles and the base map of this package.
enum ServerFixture {
    static let home = Home(folder: packageRoot.path(percentEncoded: false))

    static func service(
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> MapService {
        var configuration = ServerConfiguration(home: home, processors: 2)
        configuration.fonts = testFontFolders.map(\.path)
        configuration.usesSystemFonts = false
        // No test depends on how fast the machine is.
        (configuration.limits.queue, configuration.limits.queueSeconds) = (1000, 600)
        configuration.mapLimits.milliseconds = 600_000
        configuration.mapLimits.cpuMilliseconds = .max
        change(&configuration)
        return try MapService(configuration)
    }

    /// A service that all tests may share.
    static let shared = Result { try service() }
}

extension MapService {
    func get(_ target: String, _ headers: [(HTTPField.Name, String)] = []) async -> Response {
        await send(.get, target, headers)
    }

    func post(_ target: String, _ body: String, type: String = "application/json") async -> Response {
        await send(.post, target, [(.contentType, type)], body: body)
    }

    func send(
        _ method: HTTPRequest.Method, _ target: String, _ headers: [(HTTPField.Name, String)] = [], body: String = ""
    ) async -> Response {
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        return await answer(
            ServerRequest(method, target, headers: fields, body: Array(body.utf8), authority: "maps.test"))
    }
}

extension Response {
    /// The body as JSON.
    func json() throws -> JSONNode { try JSONDocument(file: "answer", text: bytes).root }
}
