// SPDX-License-Identifier: MIT
import Foundation
import StaticMapServer
import Testing

@Suite("Connections") struct ConnectionTests {
    private let service: MapService

    init() throws {
        service = try ServerFixture.shared.get()
    }

    @Test("answers follow one another on a connection, with a date and their length") func keepsConnections()
        async throws
    {
        let client = try await TestConnection(service)
        for _ in 0..<3 {
            try await client.get("/health")
            let reply = try await client.reply()
            #expect(reply.status == 200 && reply.body == "OK")
            #expect(reply.field("Content-Length") == String(reply.body.unicodeScalars.count))
            #expect(reply.field("Date")?.hasSuffix(" GMT") == true && reply.field("Server") == "staticmap")
            #expect(reply.field("Connection") == nil)
        }
        try await client.send("HEAD /health HTTP/1.1\r\nHost: maps.test\r\n\r\n")
        #expect(try await client.reply(hasBody: false).field("Content-Length") == "2")
        #expect(client.isOpen)
    }

    @Test("thousands of requests that were sent at once are answered in their order") func pipelining() async throws {
        let map = "/styles/streets/static/24.94,60.17,10/20x20.png"
        let length = await service.get(map).bytes.count
        let client = try await TestConnection(service)
        let pair = ["/health", map].map { "GET \($0) HTTP/1.1\r\nHost: maps.test\r\n\r\n" }
        try await client.send(pair[0] + String(repeating: pair[1], count: 4000) + pair[0])
        #expect(try await client.reply().body == "OK")
        for _ in 0..<4000 {
            let reply = try await client.reply()
            guard reply.field("Content-Length") == String(length) else {
                Issue.record("\(reply.head)")
                return
            }
        }
        #expect(try await client.reply().body == "OK")
    }

    @Test("a connection is closed after an answer when the client's protocol or the client wants it") func closes()
        async throws
    {
        let heads = [
            "GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        ]
        for head in heads {
            let client = try await TestConnection(service)
            try await client.send(head)
            let reply = try await client.reply()
            #expect(reply.status == 200 && reply.field("Connection") == "close", "\(head)")
            try await client.closed()
        }
        let client = try await TestConnection(service)
        try await client.send("GET http://maps.test/health?x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let reply = try await client.reply()
        #expect(reply.status == 200 && reply.field("Connection") == "keep-alive")
    }

    @Test("what is no request is 400, what is too long 431") func malformed() async throws {
        let requests = [
            ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", 431),
        ]
        for (request, status) in requests {
            let client = try await TestConnection(service)
            // What is fed to a testing channel throws what the handlers were told of.
            try? await client.send(request)
            let reply = try await client.reply()
            #expect(reply.status == status && reply.field("Connection") == "close")
            try await client.endInput()
            try await client.closed()
        }
    }

    @Test("a body arrives in pieces; the client is told to go on when it asks") func bodies() async throws {
        let client = try await TestConnection(service)
        try await client.send(
            "POST /check HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await client.reply().status == 100)
        for piece in [#"{"versi"#, #"on": 1, "size": "#, "[10, 10]}"] {
            try await client.send(String(piece.utf8.count, radix: 16) + "\r\n\(piece)\r\n")
        }
        try await client.send("0\r\n\r\n")
        let reply = try await client.reply()
        #expect(reply.status == 200, "\(reply)")
        try await client.get("/health")
        #expect(try await client.reply().status == 200)
    }

    @Test("a body beyond the limit is refused before it has arrived") func tooLarge() async throws {
        let rests = [
            "Content-Length: 6000000\r\nExpect: 100-continue\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n600000\r\n" + String(repeating: "x", count: 0x60_0000 - 1),
        ]
        for rest in rests {
            let client = try await TestConnection(service)
            try await client.send("POST /render HTTP/1.1\r\nHost: a\r\n" + rest)
            let reply = try await client.reply()
            #expect(reply.status == 413 && reply.field("Connection") == "close")
            await client.pass(seconds: 30)
            try await client.closed()
        }
    }

    @Test("a body that does not arrive in time is 408") func slowBody() async throws {
        let client = try await TestConnection(service)
        try await client.send("POST /render HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{")
        await client.pass(seconds: 19)
        #expect(client.isOpen)
        await client.pass(seconds: 2)
        #expect(try await client.reply().status == 408)
    }

    @Test("a connection that says nothing, or begins to, is closed after a minute", arguments: ["", "GET / HT"])
    func idle(_ beginning: String) async throws {
        let client = try await TestConnection(service)
        try await client.get("/health")
        _ = try await client.reply()
        await client.pass(seconds: 40)
        try await client.send(beginning)
        #expect(client.isOpen)
        await client.pass(seconds: 21)
        try await client.closed()
    }

    @Test("a client that is answered late is waited for, and one that hangs up frees its place") func hangsUp()
        async throws
    {
        let service = try ServerFixture.service { $0.workers = 1 }
        defer { service.end() }
        let end = DispatchSemaphore(value: 0)
        let subject = DrawingSubject(digest: "", text: "test")
        async let busy = service.pool.run(subject, cancellation: CancellationFlag()) {
            () -> Result<Int, RequestError> in
            end.wait()
            return .success(1)
        }
        while service.pool.load.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let client = try await TestConnection(service)
        try await client.get("/styles/streets/static/24.94,60.17,9/20x20.png")
        while service.pool.load.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await client.pass(seconds: 200)
        #expect(client.isOpen && service.pool.load.waiting == 1)
        // A client that sends no more may still wait: it is asked by an interim answer.
        try await client.endInput()
        #expect(try await client.reply().status == 100)
        #expect(client.isOpen && service.pool.load.waiting == 1)
        try await client.hangUp()
        while service.pool.load.waiting > 0 { try await Task.sleep(for: .milliseconds(1)) }
        end.signal()
        #expect(try await busy == 1)
    }

    @Test("a client that closes its half of the connection gets its answer, then the connection is closed")
    func halfClosed() async throws {
        let client = try await TestConnection(service)
        try await client.send(
            "POST /check HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n" + #"{"version": 1}"#)
        try await client.endInput()
        var reply = try await client.reply()
        if reply.status == 100 { reply = try await client.reply() }
        #expect(reply.status == 200 && reply.field("Connection") == "close")
        try await client.closed()
    }

    @Test(
        "a request names one host, and a length that can be",
        arguments: [
            ("GET /health HTTP/1.1\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a, b\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost:\r\n\r\n", 200), ("GET /health HTTP/1.0\r\n\r\n", 200),
            ("GET /health HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200),
            ("POST /check HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n", 413),
            ("GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n", 413),
            ("POST /check HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551616\r\n\r\n", 400),
        ])
    func strict(_ request: String, _ status: Int) async throws {
        let client = try await TestConnection(service)
        try? await client.send(request)
        #expect(try await client.reply().status == status)
    }

    @Test("a host in the address goes before the field Host") func absoluteAddresses() async throws {
        let client = try await TestConnection(service)
        try await client.send("GET http://maps.example/styles.json HTTP/1.1\r\nHost: other.example\r\n\r\n")
        let reply = try await client.reply()
        #expect(reply.body.contains("http://maps.example/styles") && !reply.body.contains("other.example"))
    }

    @Test("a server that drains closes connections that wait, and others after their answer") func drains() async throws
    {
        let waiting = try await TestConnection(service)
        try await waiting.get("/health")
        _ = try await waiting.reply()
        try await waiting.drain()
        try await waiting.closed()
        let asking = try await TestConnection(service)
        try await asking.send("POST /check HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{")
        try await asking.drain()
        try await asking.send("}")
        #expect(try await asking.reply().field("Connection") == "close")
        try await asking.closed()
    }
}
