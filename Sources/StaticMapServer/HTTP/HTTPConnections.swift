// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
package import Logging
package import NIOCore
import NIOHTTP1
import Synchronization

/// Sets up each connection that is accepted.
///
/// Hummingbird's own `HTTP1Channel` has a task for each connection, in which requests are read one after another. This
/// has a handler on the event loop instead: a connection that waits takes a third of the memory, and an answer that is at
/// hand is written without a change of threads.
package struct HTTPConnections: Sendable {
    let service: MapService
    let log: RequestLog
    let date = DateField()

    package init(service: MapService, logger: Logger) {
        self.service = service
        log = RequestLog(logger: logger)
    }

    package func setup(channel: any Channel) -> EventLoopFuture<Void> {
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
        }
    }
}

extension HTTPResponseHead {
    /// The head of an answer at the `date`, after which the connection `stays` open or not.
    init(_ answer: Response, to request: IncomingRequest, date: String, stays: Bool) {
        var fields: [(String, String)] = []
        fields.reserveCapacity(answer.headers.count + 4)
        for field in answer.headers where field.name != .connection { fields.append((field.name.rawName, field.value)) }
        if answer.headers[.contentLength] == nil {
            fields.append(("Content-Length", String(answer.body.readableBytes)))
        }
        fields.append(("Date", date))
        fields.append(("Server", "staticmap"))
        if !stays {
            fields.append(("Connection", "close"))
        } else if request.head.version == .http1_0 {
            fields.append(("Connection", "keep-alive"))
        }
        self.init(
            version: .http1_1,
            status: HTTPResponseStatus(
                statusCode: answer.status.code, reasonPhrase: answer.status.reasonPhrase),
            headers: HTTPHeaders(fields))
    }
}

/// The `Date` of answers, which is made once a second.
final class DateField: Sendable {
    private let held = Mutex((second: 0, text: ""))

    var text: String {
        let second = time(nil)
        return held.withLock { held in
            if held.second != second { held = (second, httpDate(secondsSince1970: second)) }
            return held.text
        }
    }
}
