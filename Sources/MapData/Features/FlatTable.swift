// SPDX-License-Identifier: MIT

/// A table of a FlatBuffers message. Nothing is unpacked or trusted: each access is compared with the bytes.
///
/// - SeeAlso: FlatBuffers internals, <https://flatbuffers.dev/internals/>.
struct FlatTable {
    let bytes: ArraySlice<UInt8>
    /// Of the table, from the start of the bytes.
    private let position: Int
    private let fields: Int
    private let fieldCount: Int

    /// The root table of a message.
    init(root bytes: ArraySlice<UInt8>) throws(GeometryError) {
        try self.init(bytes, at: 0)
    }

    /// The table to which the offset at a position leads.
    private init(_ bytes: ArraySlice<UInt8>, at reference: Int) throws(GeometryError) {
        self.bytes = bytes
        position = try Self.target(bytes, reference)
        guard let back = bytes.number(Int32.self, at: position) else { throw .damaged }
        fields = position - Int(back)
        guard let size = bytes.number(UInt16.self, at: fields), size >= 4 else { throw .damaged }
        fieldCount = (Int(size) - 4) / 2
    }

    /// Where an offset leads to.
    private static func target(_ bytes: ArraySlice<UInt8>, _ reference: Int) throws(GeometryError) -> Int {
        guard let offset = bytes.number(UInt32.self, at: reference), Int(offset) <= bytes.count else { throw .damaged }
        return reference + Int(offset)
    }

    /// Where the value of a field stands; nil for one that is not written.
    private func place(_ field: Int) -> Int? {
        guard field < fieldCount, let offset = bytes.number(UInt16.self, at: fields + 4 + 2 * field), offset > 0 else {
            return nil
        }
        return position + Int(offset)
    }

    func number<Number: FixedWidthInteger>(_ field: Int, _ missing: Number) throws(GeometryError) -> Number {
        guard let place = place(field) else { return missing }
        guard let number = bytes.number(Number.self, at: place) else { throw .damaged }
        return number
    }

    func text(_ field: Int) throws(GeometryError) -> String? {
        try vector(field, stride: 1).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The elements of a vector, each of so many bytes.
    func vector(_ field: Int, stride: Int) throws(GeometryError) -> ArraySlice<UInt8>? {
        guard let place = place(field) else { return nil }
        let start = try Self.target(bytes, place)
        guard let count = bytes.number(UInt32.self, at: start), let part = bytes.part(start + 4, Int(count) * stride)
        else { throw .damaged }
        return part
    }

    func table(_ field: Int) throws(GeometryError) -> FlatTable? {
        guard let place = place(field) else { return nil }
        return try FlatTable(bytes, at: place)
    }

    /// A vector of tables; several may be one and the same.
    func tables(_ field: Int) throws(GeometryError) -> Tables? {
        guard let place = place(field) else { return nil }
        let start = try Self.target(bytes, place)
        guard let count = bytes.number(UInt32.self, at: start), bytes.part(start + 4, Int(count) * 4) != nil else {
            throw .damaged
        }
        return Tables(bytes: bytes, start: start + 4, count: Int(count))
    }

    struct Tables {
        fileprivate let bytes: ArraySlice<UInt8>
        fileprivate let start: Int
        let count: Int

        /// The table at an index below `count`.
        func table(_ index: Int) throws(GeometryError) -> FlatTable { try FlatTable(bytes, at: start + 4 * index) }
    }
}
