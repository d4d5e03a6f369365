// SPDX-License-Identifier: MIT
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Reads the requests of one connection and writes their answers, one at a time: `HTTPServerPipelineHandler` before it
/// holds back what a client sends meanwhile, and closes the connection when the server drains.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        /// No request has begun.
        case waiting
        case reading(IncomingRequest)
        /// The answer is being made.
        case answering(IncomingRequest, CancellationFlag)
        /// The last answer is written; what the client still sends is dropped.
        case ending
    }

    private let connections: HTTPConnections
    private var phase = Phase.waiting
    /// When the client must have done what it has to do in this phase.
    private var deadline = NIODeadline.distantFuture
    private var timer: Scheduled<Void>?
    /// Bytes that the client had not yet taken when the timer fired last.
    private var untaken = 0
    /// An answer is being written, which lets the next request in at once when it has arrived already.
    private var isWriting = false
    /// The client sends no more; it may still wait for an answer.
    private var isInputClosed = false

    init(_ connections: HTTPConnections) {
        self.connections = connections
    }

    private var service: MapService { connections.service }
    private var limits: Limits { connections.service.limits }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: limits.idleSeconds, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .answering(_, let cancellation) = phase { cancellation.cancel() }
        phase = .ending
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), phase) {
        case (.head(let head), .waiting): begin(IncomingRequest(head), context)
        case (.body(let bytes), .reading(let request)): append(bytes, to: request, context)
        case (.end, .reading(let request)): finishReading(request, context)
        case (.end, .ending): context.close(promise: nil)
        default: break
        }
    }

    /// Connections may be closed by halves, so the end of what a client sends is an event and not the channel's end.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            isInputClosed = true
            switch phase {
            case .answering(let request, _): probe(request, context)
            case .reading(let request) where request.isComplete: break
            case .waiting, .reading, .ending: context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Finds out whether a client that sends no more is still there. One that has closed all of its connection refuses an
    /// interim answer, whereupon the channel becomes inactive; others skip it (RFC 9110, §15.2).
    private func probe(_ request: IncomingRequest, _ context: ChannelHandlerContext) {
        guard request.head.version == .http1_1 else { return }
        context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            context.close(promise: nil)
            return
        }
        let request: IncomingRequest
        switch phase {
        case .waiting: request = IncomingRequest(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))
        case .reading(let begun): request = begun
        case .answering, .ending: return context.close(promise: nil)
        }
        refuse(
            request,
            error == .headerOverflow
                ? RequestError(.requestHeaderFieldsTooLarge, "the address or the header fields are too long")
                : RequestError(.badRequest, "this is not a request of HTTP/1"),
            context)
    }
}

// MARK: Requests

extension ConnectionHandler {
    private func begin(_ request: IncomingRequest, _ context: ChannelHandlerContext) {
        phase = .reading(request)
        if let problem = request.hostProblem { return refuse(request, problem, context) }
        guard request.announcedLength <= limits.bodyBytes else { return refuse(request, tooLarge, context) }
        guard request.hasBody else { return }
        expect(within: limits.bodySeconds, context)
        if request.awaitsContinue {
            context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
        }
    }

    private func append(_ bytes: ByteBuffer, to request: IncomingRequest, _ context: ChannelHandlerContext) {
        request.arrivedLength += bytes.readableBytes
        guard request.arrivedLength <= limits.bodyBytes else { return refuse(request, tooLarge, context) }
        if request.hasBody { request.body += bytes.readableBytesView }
    }

    private var tooLarge: RequestError {
        RequestError(.contentTooLarge, "the body is larger than \(limits.bodyBytes) bytes")
    }

    private func finishReading(_ request: IncomingRequest, _ context: ChannelHandlerContext) {
        request.isComplete = true
        guard isWriting else { return answer(request, context) }
        // Requests that were sent without waiting for answers: one in another would overflow the stack.
        let bound = NIOLoopBound((self, context, request), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context, request) = bound.value
            handler.answer(request, context)
        }
    }

    private func answer(_ incoming: IncomingRequest, _ context: ChannelHandlerContext) {
        guard case .reading = phase, context.channel.isActive else { return }
        guard let method = incoming.method else {
            return refuse(incoming, RequestError(.badRequest, "the method is not one of HTTP"), context)
        }
        let (target, fields) = (incoming.target, incoming.fields)
        if let answer = service.quickAnswer(method, target, fields, at: incoming.start) {
            return write(answer, to: incoming, context)
        }
        let request = ServerRequest(
            method, target, headers: fields, body: incoming.body, authority: incoming.host, peer: peer(context),
            id: incoming.id)
        phase = .answering(incoming, request.cancellation)
        let bound = NIOLoopBound((self, context, incoming), eventLoop: context.eventLoop)
        let (service, loop) = (service, context.eventLoop)
        Task {
            let answer = await service.answer(request)
            loop.execute {
                let (handler, context, incoming) = bound.value
                handler.write(answer, to: incoming, context)
            }
        }
    }

    /// The client's address, where it matters.
    private func peer(_ context: ChannelHandlerContext) -> String {
        service.rateLimit == nil ? "" : context.channel.remoteAddress?.ipAddress ?? ""
    }

    private func refuse(_ request: IncomingRequest, _ error: RequestError, _ context: ChannelHandlerContext) {
        var answer = service.refused(error, request.path, id: request.id)
        answer.headers[.connection] = "close"
        write(answer, to: request, context)
    }
}

// MARK: Answers

extension ConnectionHandler {
    private func write(_ answer: Response, to request: IncomingRequest, _ context: ChannelHandlerContext) {
        connections.log.write(
            request.id, request.head.method.rawValue, request.head.uri, answer, peer: context.channel,
            start: request.start)
        guard context.channel.isActive else { return }
        let stays = request.allowsAnother && !isInputClosed && answer.headers[.connection] != "close"
        phase = stays ? .waiting : .ending
        untaken = 0
        expect(within: limits.idleSeconds, context)
        isWriting = true
        defer { isWriting = false }
        var named = answer
        named.headers[.requestID] = request.id
        let head = HTTPResponseHead(named, to: request, date: connections.date.text, stays: stays)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if answer.body.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
        }
        guard !stays else { return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
        let bound = NIOLoopBound((self, context, request), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            let (handler, context, request) = bound.value
            handler.end(request, context)
        }
    }

    /// Closes after the last answer. A client that is still sending would lose the answer if the connection were closed
    /// at once (RFC 9112, §9.6), so that it may go on for a while.
    private func end(_ request: IncomingRequest, _ context: ChannelHandlerContext) {
        guard !request.isComplete, context.channel.isActive else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        expect(within: min(limits.bodySeconds, limits.idleSeconds), context)
    }
}

// MARK: Deadlines

extension ConnectionHandler {
    /// Sets the deadline. A timer that fires before it is set again then, so that most requests set none.
    private func expect(within seconds: Double, _ context: ChannelHandlerContext) {
        let later = context.eventLoop.now + .milliseconds(Int64(seconds * 1000))
        if timer == nil || later < deadline { setTimer(later, context) }
        deadline = later
    }

    private func setTimer(_ date: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: date) {
            let (handler, context) = bound.value
            handler.timerFired(context)
        }
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        guard context.channel.isActive else { return }
        guard context.eventLoop.now >= deadline else { return setTimer(deadline, context) }
        switch phase {
        case .answering: expect(within: limits.idleSeconds, context)
        case .reading(let request) where request.hasBody:
            refuse(
                request, RequestError(.requestTimeout, "the body took longer than \(Int(limits.bodySeconds)) s"),
                context)
        case .waiting where takesAnswer(context): expect(within: limits.idleSeconds, context)
        case .ending where takesAnswer(context): expect(within: limits.idleSeconds, context)
        case .waiting, .reading, .ending: context.close(promise: nil)
        }
    }

    /// Whether the client has taken a part of a long answer since the timer fired last.
    private func takesAnswer(_ context: ChannelHandlerContext) -> Bool {
        let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        defer { untaken = left }
        return left > 0 && left != untaken
    }
}

/// A request while it arrives.
///
/// A class, so that its body grows in place while it is part of a connection's phase. Only the connection's event loop
/// uses it.
final class IncomingRequest {
    let head: HTTPRequestHead
    let start = ContinuousClock.now
    /// Its name in the log and in its answer.
    let id: String
    var body: [UInt8] = []
    /// Bytes of the body so far, also of one that is dropped.
    var arrivedLength = 0
    /// All of it has arrived.
    var isComplete = false

    init(_ head: HTTPRequestHead) {
        self.head = head
        id = RequestID.of(head.headers.first(name: "x-request-id"))
    }

    /// Other methods' bodies mean nothing and are dropped.
    var hasBody: Bool { head.method == .POST }

    /// Of a length that is no number the parser has complained: what is left is larger than any number here.
    var announcedLength: Int { head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0 }

    /// A request of HTTP/1.1 names one host, also where its address has another.
    ///
    /// - SeeAlso: RFC 9112, §3.2.
    var hostProblem: RequestError? {
        let hosts = head.headers["host"]
        guard hosts.count <= 1, !hosts.isEmpty || head.version != .http1_1 else {
            return RequestError(
                .badRequest, hosts.isEmpty ? "the field Host is missing" : "there are several fields Host",
                parameter: "Host")
        }
        guard let host = hosts.first, !host.isEmpty, !isHost(host) else { return nil }
        return RequestError(.badRequest, "the field Host names no host", parameter: "Host")
    }

    /// The client sends the body once it is told to.
    ///
    /// - SeeAlso: RFC 9110, §10.1.1.
    var awaitsContinue: Bool {
        head.version == .http1_1 && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    }

    /// Whether another request may follow on the connection. Nothing is read after one that would change the protocol.
    var allowsAnother: Bool {
        head.isKeepAlive && isComplete && head.method != .CONNECT && !head.headers.contains(name: "upgrade")
    }

    /// Path and query. A client that takes this server for a proxy sends scheme and host before them.
    var target: String {
        guard let rest = absolute else { return head.uri }
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return (rest[start] == "?" ? "/" : "") + rest[start...]
    }

    /// The address behind its scheme; nil when it has none.
    private var absolute: Substring? {
        guard !head.uri.utf8.starts(with: "/".utf8), let colons = head.uri.firstRange(of: "://") else { return nil }
        return head.uri[colons.upperBound...]
    }

    var path: String { String(target.prefix { $0 != "?" }) }

    /// That of the address goes before the field (RFC 9112, §3.2.2).
    var host: String? {
        if let absolute { return String(absolute.prefix { $0 != "/" && $0 != "?" }) }
        return head.headers.first(name: "host")
    }

    /// Nil when it is none.
    var method: HTTPRequest.Method? {
        switch head.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: HTTPRequest.Method(head.method.rawValue)
        }
    }

    var fields: HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }
}
