// SPDX-License-Identifier: MIT
import Logging
import MapImages
import NIOCore
import NIOEmbedded
import StaticMapServer

/// A client's end of a connection to a service, without a network; time passes only when it is told to.
final class TestConnection {
    private let channel: NIOAsyncTestingChannel
    private var received = ""

    init(_ service: MapService) async throws {
        let channel = NIOAsyncTestingChannel()
        self.channel = channel
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let connections = HTTPConnections(service: service, logger: logger)
        _ = try await channel.testingEventLoop.executeInContext { connections.setup(channel: channel) }
            .get()
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).get()
    }

    struct Reply {
        var head: String
        var body: String

        var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    func send(_ text: String) async throws {
        try await channel.writeInbound(ByteBuffer(string: text))
    }

    func get(_ target: String, _ fields: String...) async throws {
        try await send("GET \(target) HTTP/1.1\r\nHost: maps.test\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    /// Waits for the next answer. Bodies are text here, or no more than counted.
    func reply(hasBody: Bool = true) async throws -> Reply {
        var end = received.firstRange(of: "\r\n\r\n")
        while end == nil {
            try await receive()
            end = received.firstRange(of: "\r\n\r\n")
        }
        guard let end else { throw ChannelError.eof }
        var reply = Reply(head: String(received[..<end.lowerBound]), body: "")
        received.removeSubrange(..<end.upperBound)
        let length = hasBody ? reply.field("Content-Length").flatMap { Int($0) } ?? 0 : 0
        while received.unicodeScalars.count < length { try await receive() }
        let split = received.unicodeScalars.index(received.startIndex, offsetBy: length)
        reply.body = String(received[..<split])
        received.removeSubrange(..<split)
        return reply
    }

    private func receive() async throws {
        guard case .byteBuffer(let bytes) = try await channel.waitForOutboundWrite(as: IOData.self) else { return }
        // A scalar for each byte, so that lengths are those of the bytes; "\r\n" stays two of them.
        received.unicodeScalars.append(contentsOf: bytes.readableBytesView.map { Unicode.Scalar($0) })
    }

    func pass(seconds: Int64) async { await channel.testingEventLoop.advanceTime(by: .seconds(seconds)) }

    var isOpen: Bool { channel.isActive }

    /// Waits for the server to close the connection.
    func closed() async throws { try await channel.closeFuture.get() }

    /// The client sends no more.
    func endInput() async throws {
        let channel = channel
        try await channel.testingEventLoop.executeInContext {
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    /// The client closes all of the connection.
    func hangUp() async throws { try await channel.close() }

    /// What the server tells its connections on SIGTERM.
    func drain() async throws {
        let channel = channel
        try await channel.testingEventLoop.executeInContext {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
