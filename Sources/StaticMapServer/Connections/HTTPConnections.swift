// SPDX-License-Identifier: MIT
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// Sets up each connection that Hummingbird's server accepts.
///
/// Hummingbird's own `HTTP1Channel` has a task for each connection, in which requests are read one after another. This
/// has a handler on the event loop instead: a connection that waits takes a third of the memory, and an answer that is at
/// hand is written without a change of threads.
package struct HTTPConnections: ServerChildChannel {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    let service: MapService
    let log: RequestLog
    let date = DateField()

    package init(service: MapService, logger: Logger) {
        self.service = service
        log = RequestLog(logger: logger)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = service.limits.addressBytes + 4096
            limits.maxHeaderListSize = service.limits.addressBytes + 65536
            let pipeline = channel.pipeline.syncOperations
            // Names and values of `HTTPFields` are valid by their type.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: true, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
            try pipeline.addHandler(ConnectionHandler(self))
            return Value(channel: channel)
        }
    }

    /// Lasts as long as the connection, so that the server ends after the last one.
    package func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
