// SPDX-License-Identifier: MIT
import Hummingbird
import Logging

/// The framework alone, beside which the server is measured (`make bench-server`).
@main
struct BareServer {
    static func main() async throws {
        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        let address = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 18092))
        try await Application(router: router, configuration: address, logger: logger).runService()
    }
}
