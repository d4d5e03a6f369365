// SPDX-License-Identifier: MIT
import HTTPTypes
import HummingbirdCore
import Libc
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Takes connections from a socket until the server drains, and ends after the last one.
///
/// Hummingbird's own server opens its socket itself, so that processes could not share one.
struct Listener: Service {
    let connections: HTTPConnections
    let socket: ListeningSocket
    /// Nil for a process that takes all connections.
    let seat: ProcessSeat?
    let maximum: Int
    let onRunning: @Sendable () -> Void
    private let open: OpenChannels

    /// - Parameters:
    ///   - connections: what is done with each.
    ///   - socket: where they come from.
    ///   - seat: of this process among those that take connections from it.
    ///   - maximum: how many may be open.
    ///   - onRunning: is called when they are taken.
    init(
        _ connections: HTTPConnections, socket: ListeningSocket, seat: ProcessSeat?, maximum: Int,
        onRunning: @escaping @Sendable () -> Void
    ) {
        (self.connections, self.socket, self.seat) = (connections, socket, seat)
        (self.maximum, self.onRunning) = (maximum, onRunning)
        open = OpenChannels(seat)
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let (connections, open, maximum, seat) = (connections, open, maximum, seat)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AvailableConnectionsChannelHandler(delegate: MaximumAvailableConnections(maximum)))
                    if let seat { try channel.pipeline.syncOperations.addHandler(AcceptingInTurn(seat)) }
                }
            }
            .serverChannelOption(.maxMessagesPerRead, value: UInt(seat == nil ? 16 : 1))
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                open.add(channel)
                return connections.setup(channel: channel)
            }
            .withBoundSocket(socket.file).get()
        onRunning()
        try? await gracefulShutdown()
        try? await channel.close()
        // What was taken before is on its way to an event loop.
        for loop in group.makeIterator() { try? await loop.submit {}.get() }
        await open.quiesce()
    }
}

/// Lets other processes go first that have fewer connections: whichever happened to be awake would take all that come at
/// once, and lose all of them when it ends.
private final class AcceptingInTurn: ChannelOutboundHandler {
    typealias OutboundIn = Never

    private static let patience = TimeAmount.milliseconds(2)
    private let seat: ProcessSeat

    init(_ seat: ProcessSeat) {
        self.seat = seat
    }

    func read(context: ChannelHandlerContext) {
        guard seat.hasMoreConnectionsThanOthers else { return context.read() }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.patience) { bound.value.read() }
    }
}

/// The connections that are open.
private final class OpenChannels: Sendable {
    /// A new connection has so long to send its first request.
    private static let patience = TimeAmount.seconds(1)

    private struct State {
        /// With the time from which each may be ended.
        var channels: [ObjectIdentifier: (channel: any Channel, due: NIODeadline)] = [:]
        var isEnding = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let seat: ProcessSeat?

    init(_ seat: ProcessSeat?) {
        self.seat = seat
    }

    func add(_ channel: any Channel) {
        let (id, due) = (ObjectIdentifier(channel), NIODeadline.now() + Self.patience)
        let isEnding = state.withLock { state in
            state.channels[id] = (channel, due)
            seat?.connections = state.channels.count
            return state.isEnding
        }
        channel.closeFuture.whenComplete { [self] _ in remove(id) }
        if isEnding { tell(channel, at: due) }
    }

    private func remove(_ id: ObjectIdentifier) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.channels[id] = nil
            seat?.connections = state.channels.count
            guard state.channels.isEmpty else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    private func tell(_ channel: any Channel, at due: NIODeadline) {
        _ = channel.eventLoop.scheduleTask(deadline: due) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Tells all connections to end after the answer that is under way, and waits for it. What a client has begun a moment ago
    /// gets its answer too.
    func quiesce() async {
        let channels = state.withLock { state in
            state.isEnding = true
            return Array(state.channels.values)
        }
        for (channel, due) in channels { tell(channel, at: due) }
        await withCheckedContinuation { ended in
            let isEmpty = state.withLock { state in
                if !state.channels.isEmpty { state.waiting = ended }
                return state.channels.isEmpty
            }
            if isEmpty { ended.resume() }
        }
    }
}

/// A socket that listens, so that connections wait in it for whoever takes them.
package struct ListeningSocket: Sendable {
    package let file: Int32
    package let port: Int

    /// Listens on an address.
    ///
    /// - Parameters:
    ///   - host: a name or an address.
    ///   - port: 0 for any free one.
    /// - Throws: why that is not possible.
    package init(host: String, port: Int) throws(RequestError) {
        let file: Int32
        do {
            let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
            file = try address.withSockAddr { try Self.open($0, size: $1) }
        } catch {
            let reason = (error as? SystemError)?.description ?? "\(error)"
            throw RequestError(.internalServerError, "the server cannot listen on \(host), port \(port): \(reason)")
        }
        self.init(inherited: file)
    }

    /// A socket that listens already.
    init(inherited file: Int32) {
        self.file = file
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // As decimal digits.
        var digits = [CChar](repeating: 0, count: 32)
        port = withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(file, address, &size) == 0,
                    getnameinfo(address, size, nil, 0, &digits, socklen_t(digits.count), NI_NUMERICSERV) == 0
                else { return 0 }
                return Int(String(decoding: digits.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
                    ?? 0
            }
        }
    }

    private struct SystemError: Error, CustomStringConvertible {
        let description: String

        init() { description = String(cString: strerror(errno)) }
    }

    private static func open(_ address: UnsafePointer<sockaddr>, size: Int) throws -> Int32 {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let file = socket(Int32(address.pointee.sa_family), kind, 0)
        guard file >= 0 else { throw SystemError() }
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, bind(file, address, socklen_t(size)) == 0, listen(file, 1024) == 0
        else {
            let error = SystemError()
            close(file)
            throw error
        }
        return file
    }
}
