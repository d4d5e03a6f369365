// SPDX-License-Identifier: MIT
import Libc

/// What a drawing is of: equal digests for the same work, and words for the log.
package struct DrawingSubject: Sendable {
    /// 32 hexadecimal digits.
    package var digest: String
    package var text: String
    /// Of the key that pays for it.
    var usage: KeyUsage?

    package init(digest: String, text: some Collection<UInt8>) {
        self.digest = digest
        self.text = String(decoding: text.prefix(Board.textWords * 8), as: UTF8.self)
    }

    package init(digest: String, text: String) {
        self.init(digest: digest, text: text.utf8)
    }
}

/// What the processes of one server know of each other, in memory that outlives each of them: who is there, what each draws, its
/// metrics, and what is refused for a while because it ended a process.
///
/// A process has a place, and each of its threads that draw a slot in it. Only a place's own process writes there, only the
/// process that started all of them writes what is refused.
package final class Board: Sendable {
    /// A drawing under way, or one that a process has left behind.
    package struct Drawing: Sendable {
        package enum Mark: Hashable, Sendable {
            /// The signal arrived in the thread of the drawing.
            case crashed(signal: Int)
            /// It outlived its limit.
            case hung
        }

        package var digest: String
        package var text: String
        package var milliseconds: Int
        /// Nil for one that was merely under way.
        package var mark: Mark?

        package init(digest: String, text: String, milliseconds: Int, mark: Mark?) {
            (self.digest, self.text, self.milliseconds, self.mark) = (digest, text, milliseconds, mark)
        }
    }

    /// A piece of work that is not to be begun.
    package struct Refusal: Sendable {
        package var seconds: Int
    }

    enum State: Int {
        case none, starting, ready
        /// It finishes what is under way and takes no more.
        case leaving
        /// A signal is ending it, which may take a while: dumps of memory, traces of the stack.
        case crashed
    }

    static let refusals = 64
    static let textWords = 256
    private static let metricsWords = 16384
    private static let headWords = 8
    private static let refusalWords = 5
    private static let placeWords = 8
    private static let slotWords = 8 + textWords
    private static let hungMark = -1

    let memory: SharedMemory
    package let places: Int
    package let slots: Int

    /// A board of one process.
    package init(slots: Int) {
        (places, self.slots) = (1, slots)
        memory = SharedMemory(words: Self.words(places: 1, slots: slots))
        describe()
    }

    /// A board for this process and those that it starts.
    ///
    /// - Throws: when there is no memory for it.
    init(places: Int, slots: Int) throws(RequestError) {
        (self.places, self.slots) = (places, slots)
        memory = try SharedMemory(sharedWords: Self.words(places: places, slots: slots))
        describe()
    }

    /// The board that another process has made; nil for a file that holds none.
    init?(file: Int32) {
        guard let memory = SharedMemory(file: file) else { return nil }
        (places, slots) = (memory[0], memory[1])
        guard (1...1024).contains(places), (1...4096).contains(slots),
            memory.words == Self.words(places: places, slots: slots)
        else { return nil }
        self.memory = memory
    }

    private func describe() { (memory[0], memory[1]) = (places, slots) }

    private static func words(places: Int, slots: Int) -> Int {
        headWords + refusals * refusalWords + places * (placeWords + slots * slotWords + metricsWords)
    }

    private func start(ofPlace place: Int) -> Int {
        Self.headWords + Self.refusals * Self.refusalWords
            + place * (Self.placeWords + slots * Self.slotWords + Self.metricsWords)
    }

    private func start(ofSlot slot: Int, _ place: Int) -> Int {
        start(ofPlace: place) + Self.placeWords + slot * Self.slotWords
    }

    static var now: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000 + 1
    }
}

// MARK: Places

extension Board {
    /// The number of the process, from 1.
    func number(of place: Int) -> Int { memory[start(ofPlace: place)] }

    func state(of place: Int) -> State { State(rawValue: memory[start(ofPlace: place) + 1]) ?? .none }

    func setState(_ state: State, of place: Int) { memory[start(ofPlace: place) + 1] = state.rawValue }

    /// Makes a place ready for a new process.
    func clear(_ place: Int, number: Int) {
        for slot in 0..<slots { memory[start(ofSlot: slot, place)] = 0 }
        memory[start(ofPlace: place) + 3] = 0
        setConnections(0, of: place)
        memory[start(ofPlace: place)] = number
        setState(number == 0 ? .none : .starting, of: place)
    }

    func connections(of place: Int) -> Int { memory[start(ofPlace: place) + 4] }

    func setConnections(_ count: Int, of place: Int) { memory[start(ofPlace: place) + 4] = count }

    /// How many processes have ended that should not have.
    var endings: Int {
        get { memory[2] }
        set { memory[2] = newValue }
    }

    /// How many drawings were refused.
    var refused: Int { memory[3] }

    /// Writes a process's metrics for the others; what there is no room for is left out by whole lines.
    func publish(_ text: String, of place: Int) {
        let head = start(ofPlace: place)
        var bytes = Array(text.utf8)
        if bytes.count > 8 * Self.metricsWords {
            bytes.removeSubrange((bytes[..<(8 * Self.metricsWords)].lastIndex(of: 0x0A) ?? 0)...)
        }
        memory[head + 2] += 1
        memory.write(bytes, at: head + Self.placeWords + slots * Self.slotWords, words: Self.metricsWords)
        memory[head + 3] = bytes.count
        memory[head + 2] += 1
    }

    /// What a process that can be asked has published last.
    func published(_ place: Int) -> (number: Int, text: String)? {
        let head = start(ofPlace: place)
        for _ in 0..<8 where state(of: place) == .ready {
            let version = memory[head + 2]
            let bytes = memory.bytes(
                at: head + Self.placeWords + slots * Self.slotWords, count: min(memory[head + 3], 8 * Self.metricsWords)
            )
            if version % 2 == 0, memory[head + 2] == version {
                return (number(of: place), String(decoding: bytes, as: UTF8.self))
            }
        }
        return nil
    }
}

// MARK: Drawings

extension Board {
    /// Notes that the calling thread begins a drawing.
    ///
    /// - Returns: the slot, to be given back; nil when all are taken.
    package func begin(_ subject: DrawingSubject, in place: Int) -> Int? {
        for slot in 0..<slots {
            let head = start(ofSlot: slot, place)
            guard memory.exchange(head, 0, for: Self.now) else { continue }
            memory[head + 2] = 0
            memory.write(subject.digest.utf8, at: head + 4, words: 4)
            memory[head + 3] = memory.write(subject.text.utf8, at: head + 8, words: Self.textWords)
            memory[head + 1] = currentThread()
            return slot
        }
        return nil
    }

    package func end(_ slot: Int, in place: Int) {
        let head = start(ofSlot: slot, place)
        memory[head + 1] = 0
        memory[head] = 0
    }

    /// Marks the drawing of the calling thread, and the process. Nothing here takes memory or locks: it is for handlers of
    /// signals.
    package func markCrashed(signal: Int32, in place: Int) {
        let thread = currentThread()
        for slot in 0..<slots where memory[start(ofSlot: slot, place) + 1] == thread {
            memory[start(ofSlot: slot, place) + 2] = Int(signal)
        }
        setState(.crashed, of: place)
    }

    /// Marks what has been drawn for longer than it may.
    ///
    /// - Returns: those that were not marked before.
    package func markHung(after milliseconds: Int, in place: Int) -> [Drawing] {
        (0..<slots).compactMap { slot in
            let head = start(ofSlot: slot, place)
            let began = memory[head]
            guard began > 0, Self.now - began > milliseconds, memory[head + 2] == 0 else { return nil }
            memory[head + 2] = Self.hungMark
            return drawing(slot, in: place)
        }
    }

    /// Whether a drawing outlives its limit still.
    package func isStuck(_ place: Int) -> Bool {
        (0..<slots).contains { slot in
            let head = start(ofSlot: slot, place)
            return memory[head] > 0 && memory[head + 2] == Self.hungMark
        }
    }

    /// What a process draws, or drew when it ended.
    package func drawings(in place: Int) -> [Drawing] { (0..<slots).compactMap { drawing($0, in: place) } }

    private func drawing(_ slot: Int, in place: Int) -> Drawing? {
        let head = start(ofSlot: slot, place)
        let began = memory[head]
        // A process may have ended while it wrote.
        guard began > 0, memory[head + 1] != 0 else { return nil }
        let mark = memory[head + 2]
        return Drawing(
            digest: String(decoding: memory.bytes(at: head + 4, count: 32), as: UTF8.self),
            text: String(
                decoding: memory.bytes(at: head + 8, count: min(memory[head + 3], 8 * Self.textWords)), as: UTF8.self),
            milliseconds: Self.now - began,
            mark: mark == 0 ? nil : mark == Self.hungMark ? .hung : .crashed(signal: mark))
    }
}

// MARK: Refusals

extension Board {
    /// Refuses a piece of work for a while. Of too many, those that were soonest to be forgotten are forgotten.
    package func refuse(_ digest: String, seconds: Int) {
        let places = (0..<Self.refusals).map { Self.headWords + $0 * Self.refusalWords }
        let same = places.first { memory[$0] > 0 && memory.bytes(at: $0 + 1, count: 32) == Array(digest.utf8) }
        guard let place = same ?? places.min(by: { memory[$0] < memory[$1] }) else { return }
        memory[place] = 0
        memory.write(digest.utf8, at: place + 1, words: 4)
        memory[place] = Self.now + 1000 * seconds
    }

    /// Why a piece of work is not to be begun; nil when it may.
    package func refusal(of digest: String) -> Refusal? {
        let now = Self.now
        for index in 0..<Self.refusals {
            let place = Self.headWords + index * Self.refusalWords
            let until = memory[place]
            guard until > now, memory.bytes(at: place + 1, count: 32) == Array(digest.utf8), memory[place] == until
            else { continue }
            memory.add(1, to: 3)
            return Refusal(seconds: (until - now + 999) / 1000)
        }
        return nil
    }

    /// How many pieces of work are refused.
    var refusalCount: Int {
        let now = Self.now
        return (0..<Self.refusals).count { memory[Self.headWords + $0 * Self.refusalWords] > now }
    }
}

/// A number that no other thread of the process has meanwhile.
private func currentThread() -> Int {
    #if canImport(Darwin)
        Int(bitPattern: pthread_self())
    #else
        Int(bitPattern: UInt(pthread_self()))
    #endif
}
