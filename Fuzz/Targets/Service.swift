// SPDX-License-Identifier: MIT
import Dispatch
import HTTPTypes
import MapCore
import MapScene
import NIOCore
import StaticMap
import StaticMapServer

extension FuzzTarget {
    /// A whole request to the service: a line with method and address, fields, an empty line and the body. Whatever is asked is
    /// answered, without an error that is the server's own, and errors are problems.
    static let request = FuzzTarget("request", maxLength: 4096) { bytes throws(BrokenPromise) in
        let parts = bytes.split(separator: 10, omittingEmptySubsequences: false)
        let lines = parts.prefix { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
        let head = (lines.first ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
                continue
            }
            fields[name] = String(line[line.index(after: colon)...])
        }
        let method = [HTTPRequest.Method.post, .head, .options].first { $0.rawValue == head[0] } ?? .get
        let request = ServerRequest(
            method, head.count > 1 ? String(head[1]) : "/", headers: fields,
            body: Array(parts.dropFirst(lines.count + 1).joined(separator: [10])), authority: fields[.location])
        guard let service else { throw BrokenPromise("the service cannot begin") }
        let answer = waiting { await service.answer(request) }
        let code = answer.status.code
        let isExpected = [200, 204, 206, 304, 504].contains(code) || (400..<500).contains(code)
        try promise(isExpected, "the status is \(code)")
        let isPlain = answer.headers[.contentEncoding] == nil
        if answer.headers[.contentType] == "application/problem+json", isPlain, method != .head {
            let problem = accepted { () throws(Diagnostic) in
                try JSONDocument(file: "answer", text: Array(answer.body.readableBytesView))
            }
            try promise(problem?.root["status"]?.number == Double(code), "a problem has another status")
        }
    }

    private static let service: MapService? = {
        var configuration = ServerConfiguration(home: Home(folder: packagePath), processors: 1)
        configuration.mapLimits.pixels = 128 << 10
        configuration.mapCacheBytes = 1 << 20
        configuration.tileCacheBytes = 16 << 20
        configuration.metatile = 1
        configuration.fonts = [packagePath + "/Tests/Fixtures/fonts"]
        configuration.usesSystemFonts = false
        return accepted { () throws(RequestError) in try MapService(configuration) }
    }()
}

/// The result of work that waits, for callers that cannot.
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Value?
    Task {
        result = await work()
        done.signal()
    }
    while true {
        done.wait()
        if let result { return result }
    }
}

/// The folder of this package, in which these targets lie.
let packagePath = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
