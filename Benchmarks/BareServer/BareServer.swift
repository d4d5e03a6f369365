// SPDX-License-Identifier: MIT
import Hummingbird
import Logging

/// The framework alone, beside which the server is measured (`make bench-server`).
@main
struct BareServer {
    static func main() async throws {
        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        // As many bytes as a map has, the same for each request.
        let bytes = ByteBuffer(repeating: 0, count: 20_800)
        router.get("bytes") { _, _ in bytes }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        let address = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 18092))
        try await Application(router: router, configuration: address, logger: logger).runService()
    }
}
