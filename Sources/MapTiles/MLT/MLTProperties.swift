// SPDX-License-Identifier: MIT
import MapCore

/// A property of all features of a layer; nil where a feature lacks it.
struct MLTProperty {
    let name: String
    let values: [PropertyValue?]
}

extension MLTReader {
    /// The properties of a scalar column or of a group of strings.
    mutating func properties(_ column: MLTColumn, featureCount: Int) throws(Diagnostic) -> [MLTProperty] {
        switch column.kind {
        case .scalar(.string):
            let streams = try streams(try count())
            guard !streams.isEmpty else { return [] }
            return [MLTProperty(name: column.name, values: try strings(streams, featureCount: featureCount))]
        case .scalar(let type):
            let present = column.isNullable ? try presence() : nil
            let values = try scalars(type)
            return [MLTProperty(name: column.name, values: try placed(values, present, featureCount))]
        case .sharedStrings: return try sharedStrings(column, featureCount: featureCount)
        case .id, .geometry: return []
        }
    }

    private mutating func streams(_ count: Int) throws(Diagnostic) -> [MLTStream] {
        guard count <= 16 else { throw failure("a column has too many streams") }
        var streams: [MLTStream] = []
        for _ in 0..<count { streams.append(try MLTStream(&self)) }
        return streams
    }

    mutating func presence() throws(Diagnostic) -> [Bool] {
        let stream = try MLTStream(&self)
        guard stream.kind == .present else { throw failure("expected a stream of present values") }
        return try stream.bits(&self)
    }

    private mutating func scalars(_ type: MLTColumn.Scalar) throws(Diagnostic) -> [PropertyValue] {
        let stream = try MLTStream(&self)
        switch type {
        case .bool: return try stream.bits(&self).map(PropertyValue.bool)
        case .float, .double: return try floats(stream)
        case .int8, .int32, .int64:
            return try stream.integers(&self, isSigned: true).map { .number(Double($0)) }
        case .uint8, .uint32, .uint64:
            return try stream.integers(&self, isSigned: false).map { .number(Double(UInt64(bitPattern: $0))) }
        case .string: return []
        }
    }

    private mutating func floats(_ stream: MLTStream) throws(Diagnostic) -> [PropertyValue] {
        try spend(stream.valueCount)
        let width = stream.valueCount == 0 ? 4 : stream.payload.count / stream.valueCount
        guard width == 4 || width == 8, width * stream.valueCount == stream.payload.count else {
            throw failure("a stream of decimals has not the length of its values")
        }
        return (0..<stream.valueCount).map { index in
            let start = stream.payload.lowerBound + index * width
            let bits = bytes[start..<start + width].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .number(
                width == 4
                    ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
        }
    }

    /// Values of the features that have one, each put where its feature is.
    private func placed(
        _ values: [PropertyValue], _ present: [Bool]?, _ featureCount: Int
    ) throws(Diagnostic) -> [PropertyValue?] {
        guard let present else {
            guard values.count == featureCount else { throw failure("a column has not one value for each feature") }
            return values
        }
        guard present.count == featureCount else { throw failure("a column has not one flag for each feature") }
        var next = 0
        var result: [PropertyValue?] = []
        result.reserveCapacity(featureCount)
        for isPresent in present {
            guard isPresent else {
                result.append(nil)
                continue
            }
            guard next < values.count else { throw failure("a column has fewer values than it says") }
            result.append(values[next])
            next += 1
        }
        return result
    }

    private mutating func strings(
        _ streams: [MLTStream], featureCount: Int
    ) throws(Diagnostic) -> [PropertyValue?] {
        var dictionary = MLTDictionary()
        var present: [Bool]?
        var indices: [Int64]?
        for stream in streams {
            switch stream.kind {
            case .present: present = try stream.bits(&self)
            case .offset: indices = try stream.integers(&self, isSigned: false)
            case .length, .data: try dictionary.add(stream, &self)
            }
        }
        let words = try dictionary.strings(self)
        let values = try indices.map { indices throws(Diagnostic) in try looked(up: indices, in: words) } ?? words
        return try placed(values, present, featureCount)
    }

    private func looked(up indices: [Int64], in words: [PropertyValue]) throws(Diagnostic) -> [PropertyValue] {
        var values: [PropertyValue] = []
        values.reserveCapacity(indices.count)
        for index in indices {
            guard index >= 0, index < Int64(words.count) else { throw failure("a string is not in its dictionary") }
            values.append(words[Int(index)])
        }
        return values
    }

    private mutating func sharedStrings(
        _ column: MLTColumn, featureCount: Int
    ) throws(Diagnostic) -> [MLTProperty] {
        guard try count() > 0 else { return [] }
        var dictionary = MLTDictionary()
        // The words themselves come last.
        while !dictionary.isComplete { try dictionary.add(try MLTStream(&self), &self) }
        let words = try dictionary.strings(self)
        var properties: [MLTProperty] = []
        for child in column.children {
            let streams = try streams(try count())
            guard !streams.isEmpty else { continue }
            var present: [Bool]?
            var indices: [Int64] = []
            for stream in streams {
                if stream.kind == .present {
                    present = try stream.bits(&self)
                } else {
                    indices = try stream.integers(&self, isSigned: false)
                }
            }
            let values = try looked(up: indices, in: words)
            properties.append(
                MLTProperty(name: column.name + child.name, values: try placed(values, present, featureCount)))
        }
        return properties
    }
}

/// The distinct strings of a column, plain or compressed with FSST.
private struct MLTDictionary {
    private var lengths: [Int64] = []
    private var words: Range<Int>?
    private var symbolLengths: [Int64] = []
    private var symbols: Range<Int>?

    var isComplete: Bool { words != nil }

    mutating func add(_ stream: MLTStream, _ reader: inout MLTReader) throws(Diagnostic) {
        switch (stream.kind, stream.subtype) {
        case (.length, MLTStream.Subtype.symbolLengths):
            symbolLengths = try stream.integers(&reader, isSigned: false)
        case (.length, _): lengths = try stream.integers(&reader, isSigned: false)
        case (.data, MLTStream.Subtype.fsstSymbols): symbols = stream.payload
        case (.data, _): words = stream.payload
        case (.present, _), (.offset, _): throw reader.failure("a dictionary holds a stream of another kind")
        }
    }

    func strings(_ reader: MLTReader) throws(Diagnostic) -> [PropertyValue] {
        guard let words else { throw reader.failure("a column of strings has none") }
        let bytes = try symbols.map { symbols throws(Diagnostic) in try expanded(words, symbols, reader) }
        let text = bytes ?? Array(reader.bytes[words])
        var strings: [PropertyValue] = []
        strings.reserveCapacity(lengths.count)
        var start = 0
        for length in lengths {
            guard length >= 0, length <= Int64(text.count - start) else {
                throw reader.failure("strings are longer than their stream")
            }
            strings.append(.string(String(decoding: text[start..<start + Int(length)], as: UTF8.self)))
            start += Int(length)
        }
        return strings
    }

    /// - SeeAlso: Boncz, Neumann and Leis, *FSST: Fast Random Access String Compression*, 2020.
    private func expanded(
        _ words: Range<Int>, _ symbols: Range<Int>, _ reader: MLTReader
    ) throws(Diagnostic) -> [UInt8] {
        var table: [Range<Int>] = []
        var start = symbols.lowerBound
        for length in symbolLengths {
            guard (0...8).contains(length), start + Int(length) <= symbols.upperBound else {
                throw reader.failure("a table of FSST symbols is damaged")
            }
            table.append(start..<start + Int(length))
            start += Int(length)
        }
        // A symbol has up to eight bytes.
        guard RenderBudget.spend(8 * words.count, .bytes) else {
            throw reader.failure("no memory is left for its texts")
        }
        var text: [UInt8] = []
        var index = words.lowerBound
        while index < words.upperBound {
            let code = Int(reader.bytes[index])
            index += 1
            if code == 255 {
                // The next byte stands for itself.
                guard index < words.upperBound else { throw reader.failure("an FSST stream is damaged") }
                text.append(reader.bytes[index])
                index += 1
            } else {
                guard code < table.count else { throw reader.failure("an FSST stream is damaged") }
                text += reader.bytes[table[code]]
            }
        }
        return text
    }
}
