// SPDX-License-Identifier: MIT
import NIOCore
import Synchronization

/// Notices that a client closes its connection while its request is under way.
///
/// Connections may be closed by halves, so the end of what a client sends is an event and not the channel's end.
final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { HangUps.hangUp(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        HangUps.hangUp(context.channel)
        context.fireChannelInactive()
    }
}

/// Requests under way by their connections. HTTP/1 has one at a time.
enum HangUps {
    private static let flags = Mutex<[ObjectIdentifier: CancellationFlag]>([:])

    static func watch(_ channel: any Channel, _ flag: CancellationFlag) {
        flags.withLock { $0[ObjectIdentifier(channel)] = flag }
    }

    static func forget(_ channel: any Channel) {
        _ = flags.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    static func hangUp(_ channel: any Channel) {
        flags.withLock { $0[ObjectIdentifier(channel)] }?.cancel()
    }
}
