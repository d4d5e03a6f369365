// SPDX-License-Identifier: MIT
import Libc
package import MapCore
import MapGeo
import MapGeometry
import MapScene

/// What a map shows, in words: for people who do not see it, for captions and for search.
///
/// Only what is drawn and visible is told.
public struct MapDescription: Hashable, Sendable {
    /// The language of the words, as an ISO 639 code.
    public var language: String
    /// One sentence; the scene's own `title` if it has one.
    public var sentence: String
    /// The sentence and further ones; the scene's own `description` if it has one.
    public var paragraph: String

    /// The languages that descriptions can be in, as ISO 639 codes.
    public static let languages: [String] = Phrasebook.all.map(\.language)

    /// The paragraph with the credit of the map's data.
    func text(credit: String) -> String { credit.isEmpty ? paragraph : "\(paragraph)\n\(credit)" }

    package var node: JSONNode {
        ["language": .text(language), "sentence": .text(sentence), "paragraph": .text(paragraph)]
    }

    /// As JSON over several lines.
    public var json: String { node.lines + "\n" }
}

extension MapFacts {
    /// Puts the facts into words.
    ///
    /// - Parameter tag: BCP 47; nil for the language of the scene's labels. English where there are no words of it.
    /// - Returns: the words.
    func description(in tag: String? = nil) -> MapDescription {
        let book = Phrasebook.of(tag ?? language ?? "en") ?? .english
        if let title, let text { return MapDescription(language: book.language, sentence: title, paragraph: text) }
        let words = MapWords(sorted, book)
        return MapDescription(
            language: book.language, sentence: title ?? words.sentence, paragraph: text ?? words.paragraph)
    }
}

/// Sentences about one map in one language.
private struct MapWords {
    private let facts: MapFacts
    private let book: Phrasebook
    /// Places whose names are drawn, the most important first.
    private let drawn: [NamedPlace]
    /// Those of `drawn` that the map is of.
    private let subjects: [NamedPlace]
    private let shapes: [MapFacts.Shape]
    /// A settlement nearby, for maps that name none.
    private let near: (place: NamedPlace, meters: Double, bearing: Double)?

    /// So many names are listed.
    private static let mostNames = 6

    init(_ facts: MapFacts, _ book: Phrasebook) {
        (self.facts, self.book) = (facts, book)
        shapes = facts.shapes
        drawn = facts.drawnPlaces()
        subjects = facts.showsWorld ? [] : Self.subjects(among: drawn, facts)
        let isLocal = subjects.first.map { $0.level(atZoom: facts.viewport.zoom) > 4 } ?? true
        near = isLocal && facts.viewport.zoom > 8 ? facts.settlementNearby() : nil
    }

    /// The most important of the places whose names are drawn, around the middle of the map if there are some.
    private static func subjects(among drawn: [NamedPlace], _ facts: MapFacts) -> [NamedPlace] {
        let zoom = facts.viewport.zoom
        let places = drawn.filter(\.isPlace)
        let level = places.map { $0.level(atZoom: zoom) }.min()
        let best = places.filter { $0.level(atZoom: zoom) == level }
        let rect = facts.viewport.pixelRect
        let core = rect.inset(by: min(rect.width, rect.height) * 0.2)
        let central = best.filter { core.contains(facts.viewport.pixel(for: $0.coordinate)) }
        return Array((central.isEmpty ? best : central).prefix(3))
    }

    var sentence: String {
        let contents = contents
        return contents.isEmpty
            ? book.text(.mapAlone, ["map": subject])
            : book.text(.mapWith, ["map": subject, "contents": book.list(contents)])
    }

    /// "Map of Helsinki"
    private var subject: String {
        if facts.showsWorld { return book.text(.mapOfWorld) }
        let names = subjects.compactMap { $0.name(in: book) }
        if !names.isEmpty {
            let isOfCountries = subjects[0].kind == "country"
            return book.text(
                isOfCountries ? .mapOfCountries : .mapOf,
                ["place": book.list(isOfCountries ? names.map(book.withArticle) : names)])
        }
        if let near, let name = near.place.name(in: book) {
            // Nobody knows the center of a town to 200 metres.
            if near.meters < 200 { return book.text(.mapOf, ["place": name]) }
            return book.text(
                .mapNear, ["distance": book.length(near.meters), "direction": direction(near.bearing), "place": name])
        }
        let viewport = facts.viewport
        guard viewport.zoom > 1 else { return book.text(.map) }
        return book.text(.mapAt, ["coordinate": words(for: viewport.center)])
    }

    private func words(for c: Coordinate) -> String {
        let decimals = facts.viewport.zoom < 6 ? 0 : 2
        let degrees = { (value: Double) in book.number(abs(value), decimals: decimals) }
        return book.text(
            .coordinate,
            [
                "latitude": book.text(
                    c.latitude < 0 ? .latitudeSouth : .latitudeNorth, ["n": degrees(c.latitude)]),
                "longitude": book.text(
                    c.longitude < 0 ? .longitudeWest : .longitudeEast, ["n": degrees(c.longitude)]),
            ])
    }

    /// "2 markers", "a line"
    private var contents: [String] {
        var (lines, areas, circles) = (0, 0, 0)
        var features: Set<String> = []
        for shape in shapes {
            // A feature of several islands is one area.
            if let feature = shape.feature, !features.insert("\(feature) \(shape.form.isArea)").inserted { continue }
            switch shape.form {
            case .line: lines += 1
            case .area: areas += 1
            case .circle: circles += 1
            }
        }
        let counts: [(Phrasebook.Phrase, Int)] = [
            (.markers, facts.annotations.count), (.clusters, facts.clusterCount), (.lines, lines), (.areas, areas),
            (.circles, circles),
        ]
        return counts.filter { $0.1 > 0 }.map { book.text($0.0, count: $0.1) }
            + (facts.showsUser ? [book.text(.userLocation)] : [])
    }

    var paragraph: String {
        let all = [sentence] + extent + surroundings + names + markers + data + measures
        return all.dropFirst().reduce(all[0]) { book.text(.sentences, ["a": $0, "b": $1]) }
    }

    private func direction(_ bearing: Double) -> String { book.directions[Phrasebook.octant(bearing)] }

    private var extent: [String] {
        let viewport = facts.viewport
        var sentences: [String] = []
        if viewport.isGlobe {
            sentences.append(book.text(.globe))
        } else if !viewport.tilt.isFlat {
            sentences.append(book.text(.tilted))
        } else if viewport.zoom > 4 {
            // Along the middle of the image.
            let (size, scale) = (viewport.size, viewport.metersPerPoint)
            sentences.append(
                book.text(
                    .extent, ["width": book.length(size.width * scale), "height": book.length(size.height * scale)]))
        }
        if facts.showsNight { sentences.append(book.text(.night)) }
        let up = Phrasebook.octant(viewport.bearing)
        if up != 0 { sentences.append(book.text(.up, ["compass": book.compass[up]])) }
        return sentences
    }

    /// Where a map lies that is not named after the settlement nearby.
    private var surroundings: [String] {
        guard !subjects.isEmpty, let near, near.meters >= 200, let name = near.place.name(in: book) else { return [] }
        return [
            book.text(
                .middle, ["distance": book.length(near.meters), "direction": direction(near.bearing), "place": name])
        ]
    }

    private var names: [String] {
        let shown = Set(subjects.compactMap { $0.name(in: book) })
        var others: [String] = []
        for name in drawn.compactMap({ $0.name(in: book) }) where !shown.contains(name) && !others.contains(name) {
            others.append(name)
        }
        guard !others.isEmpty else { return [] }
        return [book.text(.names, ["names": book.list(Array(others.prefix(Self.mostNames)))])]
    }

    /// The names of annotations, and how they lie to one another.
    private var markers: [String] {
        let named = facts.annotations.compactMap { annotation in
            (annotation.title ?? annotation.alt).map { (name: book.quoted($0), coordinate: annotation.coordinate) }
        }
        guard let first = named.first else { return [] }
        var sentences = [book.text(.marked, ["names": book.list(named.map(\.name), atMost: Self.mostNames)])]
        if named.count == 1, let place = subjects.first, place.isSettlement, let name = place.name(in: book) {
            let (meters, bearing) = place.coordinate.geodesic(to: first.coordinate)
            if meters >= 200 {
                sentences.append(
                    book.text(
                        .relationToPlace,
                        [
                            "a": first.name, "distance": book.length(meters), "direction": direction(bearing),
                            "place": name,
                        ]))
            }
        }
        for marker in named.dropFirst().prefix(Self.mostNames - 1) {
            let (meters, bearing) = first.coordinate.geodesic(to: marker.coordinate)
            guard meters >= 5, marker.name != first.name else { continue }
            sentences.append(
                book.text(
                    .relation,
                    [
                        "a": marker.name, "b": first.name, "distance": book.length(meters),
                        "direction": direction(bearing),
                    ]))
        }
        return sentences
    }

    private var measures: [String] {
        // Thousands of areas are what the data are about, which was told.
        let told = facts.patterns.isEmpty ? shapes : shapes.filter { $0.feature == nil || $0.track != nil }
        return told.prefix(Self.mostNames).flatMap { shape -> [String] in
            let title = shape.title.map(book.quoted)
            let named = { (plain: Phrasebook.Phrase, named: Phrasebook.Phrase) in
                title.map { book.text(named, ["name": $0]) } ?? book.text(plain)
            }
            let sentence: String
            switch shape.form {
            case .line(let length, let from, let to):
                sentence = line(named(.line, .namedLine), book.length(length), length, from, to)
            case .area(let size):
                sentence = book.text(.areaSize, ["area": named(.area, .namedArea), "size": book.size(size)])
            case .circle(let radius):
                sentence = book.text(
                    .circleRadius, ["circle": named(.circle, .namedCircle), "length": book.length(radius)])
            }
            let numbers = shape.track.map { track(named(.line, .namedLine), $0) } ?? []
            return [sentence] + (shape.isInside ? [] : [book.text(.beyond)]) + numbers
        }
    }

    /// What somebody did on the way: "1 h 5 min, 54 min moving, 111 m up".
    private func track(_ line: String, _ numbers: TrackStatistics) -> [String] {
        var items: [String] = []
        if let duration = numbers.duration, duration >= 60 {
            items.append(time(duration))
            if let moving = numbers.movingTime, moving >= 60, duration - moving >= 60 {
                items.append(book.text(.moving, ["time": time(moving)]))
            }
        }
        if let ascent = numbers.ascent, let descent = numbers.descent, ascent + descent >= 1 {
            items.append(book.text(.climb, ["length": book.length(ascent)]))
            items.append(book.text(.descent, ["length": book.length(descent)]))
        }
        if let speed = numbers.maxSpeed {
            items.append(book.text(.fastest, ["n": book.number(speed * 3.6, decimals: 0)]))
        }
        return items.isEmpty ? [] : [book.text(.statement, ["subject": line, "list": book.list(items)])]
    }

    private func time(_ seconds: Double) -> String {
        let minutes = Int(min(1e7, seconds / 60).rounded())
        let rest = book.number(Double(minutes % 60), decimals: 0)
        guard minutes >= 60 else { return book.text(.minutes, ["m": rest]) }
        return book.text(.hoursMinutes, ["h": book.number(Double(minutes / 60), decimals: 0), "m": rest])
    }

    /// The values of data: how many, the least and the largest with their names, how many in each class.
    private var data: [String] {
        facts.patterns.prefix(Self.mostNames).flatMap { pattern, count -> [String] in
            let writer = NumberWriter(book.language, pattern: pattern.format)
            let known = pattern.items.filter { pattern.areCategories ? $0.text != nil : $0.value != nil }
            guard !known.isEmpty else { return [] }
            let values = book.text(.values, count: known.count)
            var sentences: [String] = []
            let ends = known.compactMap { item in item.value.map { (value: $0, name: item.name) } }
            if !pattern.areCategories, let low = ends.min(by: { $0.value < $1.value }),
                let high = ends.max(by: { $0.value < $1.value }), low.value < high.value
            {
                func words(_ end: (value: Double, name: String?)) -> String {
                    let number = writer.text(end.value)
                    // Several features may share the value, of which one name would be false.
                    let isAlone = ends.count { $0.value == end.value } == 1
                    guard let name = end.name, isAlone else { return number }
                    return book.text(.remark, ["text": number, "remark": name])
                }
                sentences.append(
                    book.text(
                        .dataRange,
                        ["title": pattern.title, "values": values, "low": words(low), "high": words(high)]))
            } else {
                sentences.append(book.text(.statement, ["subject": pattern.title, "list": values]))
            }
            let classes = classes(of: pattern, isWhole: pattern.items.count == count)
            if !classes.isEmpty { sentences.append(book.text(.dataClasses, ["list": book.list(classes)])) }
            let missing = pattern.items.count - known.count
            if missing > 0 {
                sentences.append(book.text(.noData, ["n": book.number(Double(missing), decimals: 0)]))
            }
            return sentences
        }
    }

    private func classes(of pattern: DataPattern, isWhole: Bool) -> [String] {
        func item(_ name: String, _ count: Int) -> String {
            book.text(.remark, ["text": name, "remark": book.number(Double(count), decimals: 0)])
        }
        if pattern.areCategories {
            let counts = Dictionary(grouping: pattern.items.compactMap(\.text)) { $0 }.mapValues(\.count)
            let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return order.prefix(2 * Self.mostNames).map { item($0.key, $0.value) }
        }
        // The bounds are those of all features.
        guard isWhole, pattern.classes.count == pattern.counts.count else { return [] }
        return zip(pattern.classes, pattern.counts).map(item)
    }

    private func line(_ line: String, _ length: String, _ meters: Double, _ from: Coordinate, _ to: Coordinate)
        -> String
    {
        let (distance, bearing) = from.geodesic(to: to)
        if distance < meters * 0.02 { return book.text(.lineRound, ["line": line, "length": length]) }
        if let start = marker(at: from), let end = marker(at: to), start != end {
            return book.text(.lineBetween, ["line": line, "a": start, "b": end, "length": length])
        }
        return book.text(
            .lineHeading,
            ["line": line, "length": length, "distance": book.length(distance), "direction": direction(bearing)])
    }

    /// The marker that a line ends at: within 12 points of its end, and 50 metres or a hundredth of the map.
    private func marker(at coordinate: Coordinate) -> String? {
        let reach = 12 * facts.viewport.metersPerPoint
        let near = facts.annotations.compactMap { annotation -> (String, Double)? in
            guard let title = annotation.title ?? annotation.alt else { return nil }
            let meters = annotation.coordinate.geodesic(to: coordinate).meters
            return meters <= reach ? (book.quoted(title), meters) : nil
        }
        return near.min { $0.1 < $1.1 }?.0
    }
}

extension MapFacts {
    /// True for a map of most of the Earth, or of one side of it.
    var showsWorld: Bool {
        let share = viewport.size.width / (512 * exp2(viewport.zoom))
        return share >= (viewport.isGlobe ? 0.4 : 0.75)
    }

    /// The places whose names are among the labels, the most important first.
    func drawnPlaces() -> [NamedPlace] {
        guard !labels.isEmpty else { return [] }
        let reach = -64 * viewport.scale
        let found = labels.map { (text: $0.text.lowercased(), near: $0.bounds.inset(by: reach)) }
        var shown: [(place: NamedPlace, level: Int, distance: Double)] = []
        let middle = viewport.pixelRect.center
        for place in places.visible() where isInView(place.coordinate) {
            let pixel = viewport.pixel(for: place.coordinate)
            let names = Set(place.names.values.map { $0.lowercased() })
            let isDrawn = found.contains { label in
                label.near.contains(pixel)
                    && names.contains { name in
                        label.text == name
                            || label.text.hasPrefix(name + " ")
                                && label.text.dropFirst(name.count + 1).isRest(of: names)
                    }
            }
            guard isDrawn else { continue }
            let isKnown = shown.contains { other in
                other.place.names == place.names && metersBetween(other.place.coordinate, place.coordinate) < 5000
            }
            if isKnown { continue }
            shown.append((place, place.level(atZoom: viewport.zoom), (pixel - middle).length))
        }
        return shown.sorted { ($0.level, $0.place.rank, $0.distance) < ($1.level, $1.place.rank, $1.distance) }
            .map(\.place)
    }

    /// A city within 15 km, else the nearest settlement within 30 km; with the bearing from it to the middle of the map.
    func settlementNearby() -> (place: NamedPlace, meters: Double, bearing: Double)? {
        let all = places.settlementsAround().map { place in
            let (meters, bearing) = place.coordinate.geodesic(to: viewport.center)
            return (place: place, meters: meters, bearing: bearing)
        }
        let cities = all.filter { $0.place.kind == "city" && $0.meters <= 15_000 }
        return cities.min { $0.meters < $1.meters } ?? all.filter { $0.meters <= 30_000 }.min { $0.meters < $1.meters }
    }
}

extension Substring {
    /// True for what stands behind a name in a label: another name of the place, or the height of a summit. "Gulf of Mexico" is no label
    /// of Mexico.
    fileprivate func isRest(of names: Set<String>) -> Bool { names.contains(String(self)) || first?.isNumber == true }
}
