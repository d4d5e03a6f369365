// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import StaticMapServer
import Testing

@Suite("What processes know of each other") struct BoardTests {
    private let subject = DrawingSubject(digest: String(repeating: "a", count: 32), text: "{}")

    @Test("what is under way is seen, with the beginning of its text, until it ends") func drawings() throws {
        let board = Board(slots: 2)
        let long = DrawingSubject(digest: String(repeating: "b", count: 32), text: String(repeating: "é", count: 9000))
        let slot = try #require(board.begin(long, in: 0))
        _ = try #require(board.begin(subject, in: 0))
        #expect(board.begin(subject, in: 0) == nil)
        #expect(board.drawings(in: 0).map(\.digest) == [long.digest, subject.digest])
        #expect(board.drawings(in: 0)[0].text == String(repeating: "é", count: 1024))
        board.end(slot, in: 0)
        #expect(board.drawings(in: 0).map(\.digest) == [subject.digest])
    }

    @Test("a signal marks the drawing of its own thread") func marks() throws {
        let board = Board(slots: 3)
        _ = try #require(board.begin(subject, in: 0))
        board.markCrashed(signal: 4, in: 0)
        #expect(board.drawings(in: 0).map(\.mark) == [.crashed(signal: 4)])
    }

    @Test("what outlives its limit is told of once") func hangs() throws {
        let board = Board(slots: 3)
        _ = try #require(board.begin(subject, in: 0))
        #expect(board.markHung(after: 60_000, in: 0).isEmpty && !board.isStuck(0))
        #expect(board.markHung(after: -1, in: 0).map(\.mark) == [.hung] && board.isStuck(0))
        #expect(board.markHung(after: -1, in: 0).isEmpty && board.isStuck(0))
    }

    @Test("refusals are few, expire, and make room for newer ones") func refusals() {
        let board = Board(slots: 1)
        func digest(_ number: Int) -> String { String(repeating: "0", count: 29) + String(number + 100) }
        #expect(board.refusal(of: digest(0)) == nil)
        board.refuse(digest(0), seconds: 0)
        #expect(board.refusal(of: digest(0)) == nil)
        for number in 0..<80 { board.refuse(digest(number), seconds: 100 + number) }
        #expect(board.refusal(of: digest(0)) == nil && board.refusal(of: digest(79))?.seconds == 179)
        #expect((0..<80).count { board.refusal(of: digest($0)) != nil } == 64)
        board.refuse(digest(79), seconds: 900)
        #expect((0..<80).count { board.refusal(of: digest($0)) != nil } == 64)
    }

    @Test("metrics of several processes are one text in Prometheus's format") func metrics() {
        let text =
            "# HELP a Help of a.\n# TYPE a counter\na{route=\"x\"} 1\na_b 2\n# HELP c C.\n# TYPE c gauge\nc 3.0\n"
        let merged = ProcessMetrics.merged([(1, text), (2, text)])
        #expect(
            merged == """
                # HELP a Help of a.
                # TYPE a counter
                a{process="1",route="x"} 1
                a_b{process="1"} 2
                a{process="2",route="x"} 1
                a_b{process="2"} 2
                # HELP c C.
                # TYPE c gauge
                c{process="1"} 3.0
                c{process="2"} 3.0

                """)
    }

    private func drawing(_ name: String, _ mark: Board.Drawing.Mark? = nil) -> Board.Drawing {
        Board.Drawing(digest: name, text: name, milliseconds: 5, mark: mark)
    }

    @Test("only what ended the process by itself is refused: nobody's map for having been beside it") func suspects() {
        var suspects = Suspects()
        let named = suspects.judge([drawing("victim"), drawing("mine", .crashed(signal: 11))], now: 1)
        #expect(named.map(\.digest) == ["mine"])
        #expect(suspects.judge([drawing("victim"), drawing("slow", .hung)], now: 2).map(\.digest) == ["slow"])
        // However often a process is taken away with several under way.
        for time in 3..<20 { #expect(suspects.judge([drawing("victim"), drawing("other")], now: time).isEmpty) }
        #expect(suspects.judge([], now: 20).isEmpty)
    }

    @Test("what was alone twice within a while is refused, once is chance") func strikes() {
        var suspects = Suspects()
        #expect(suspects.judge([drawing("a")], now: 0).isEmpty)
        #expect(suspects.judge([drawing("a")], now: 600_001).isEmpty)
        #expect(suspects.judge([drawing("b")], now: 600_002).isEmpty)
        #expect(suspects.judge([drawing("a")], now: 600_003).map(\.digest) == ["a"])
        for number in 0..<1000 { #expect(suspects.judge([drawing("\(number)")], now: 600_004).isEmpty) }
    }

    @Test("a refused scene is a problem with a stable code, whoever asks for it; others are drawn")
    func refused() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let digest = String(repeating: "c", count: 32)
        service.board.refuse(digest, seconds: 30)
        let (bad, good) = (DrawingSubject(digest: digest, text: "{}"), subject)
        let error = await #expect(throws: RequestError.self) {
            try await service.pool.run(bad, cancellation: CancellationFlag()) { .success(1) }
        }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.diagnostics.map(\.code.rawValue) == ["server.refused"])
        #expect(error?.headers[.retryAfter] != nil)
        #expect(try await service.pool.run(good, cancellation: CancellationFlag()) { .success(1) } == 1)
    }

    @Test("a process with a drawing that never ends is not healthy") func health() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        #expect(await service.get("/health").status == .ok)
        let slot = try #require(service.board.begin(subject, in: 0))
        _ = service.board.markHung(after: -1, in: 0)
        #expect(await service.get("/health").status == .serviceUnavailable)
        #expect(await service.get("/ready").status == .serviceUnavailable)
        service.board.end(slot, in: 0)
        #expect(await service.get("/health").status == .ok)
    }
}
