// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Reads requests from sockets and writes answers, with Hummingbird on NIO.
struct HTTPFront: HTTPResponder {
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }
    }

    let service: MapService
    let log: RequestLog

    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        let target = request.head.path ?? "/"
        if let answer = service.rememberedAnswer(request.method, target, request.headers, at: start) {
            return response(answer, to: request, context, start)
        }
        var asked = ServerRequest(
            request.method, target, headers: request.headers, authority: request.head.authority,
            peer: service.rateLimit == nil ? "" : context.channel.remoteAddress?.ipAddress ?? "")
        var answer: Answer
        if request.method == .post {
            do {
                asked.body = try await body(of: request)
                answer = await answered(asked, context)
            } catch let error as RequestError {
                answer = error.problem(instance: String(asked.path))
                // The rest of the body is not read.
                answer.headers[.connection] = "close"
            }
        } else {
            answer = await answered(asked, context)
        }
        return response(answer, to: request, context, start)
    }

    private func response(
        _ answer: Answer, to request: Request, _ context: Context, _ start: ContinuousClock.Instant
    ) -> Response {
        log.write(request.method, request.head.path ?? "/", answer, peer: context.channel, start: start)
        let body = answer.body.readableBytes > 0 ? ResponseBody(byteBuffer: answer.body) : ResponseBody()
        return Response(status: answer.status, headers: answer.headers, body: body)
    }

    /// The answer to a request whose connection is watched meanwhile.
    private func answered(_ request: ServerRequest, _ context: Context) async -> Answer {
        let channel = context.channel
        let cancellation = request.cancellation
        HangUps.watch(channel, cancellation)
        defer { HangUps.forget(channel) }
        return await service.answerAnew(request)
    }

    /// The body, as far as the limits of size and time go.
    private func body(of request: Request) async throws -> [UInt8] {
        let limits = service.configuration.limits
        let tooLarge = RequestError(.contentTooLarge, "the body is larger than \(limits.bodyBytes) bytes")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes {
            throw tooLarge
        }
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                do {
                    var buffer = try await request.body.collect(upTo: limits.bodyBytes)
                    return buffer.readBytes(length: buffer.readableBytes) ?? []
                } catch is NIOTooManyBytesError {
                    throw tooLarge
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(limits.bodySeconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let bytes = try await group.next() ?? nil else {
                throw RequestError(.requestTimeout, "the body took longer than \(Int(limits.bodySeconds)) s")
            }
            return bytes
        }
    }
}
