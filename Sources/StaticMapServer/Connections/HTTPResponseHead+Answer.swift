// SPDX-License-Identifier: MIT
import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPResponseHead {
    /// The head of an answer at the `date`, after which the connection `stays` open or not.
    init(_ answer: Answer, to request: IncomingRequest, date: String, stays: Bool) {
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
