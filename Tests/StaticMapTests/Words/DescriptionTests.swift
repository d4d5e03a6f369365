// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("A description") struct DescriptionTests {
    /// The words of a map of Helsinki.
    private func words(
        _ members: String = "", camera: String = #"{"center": [24.944, 60.17], "zoom": 12}"#, language: String? = nil
    ) throws -> MapDescription {
        let json = """
            {"version": 1, "size": [600, 400], "basemap": {"tiles": "\(Maps.helsinki)"}, "camera": \(camera)\(members)}
            """
        return try #require(try Maps.hitMap(json).description(in: language))
    }

    private let stops = """
        , "annotations": [
            {"coordinate": [24.9414, 60.1719], "view": "pin", "title": "Station"},
            {"coordinate": [24.9522, 60.1704], "view": "pin", "title": "Cathedral"}]
        """

    @Test("names the place, in the language that is asked for") func place() throws {
        #expect(try words().sentence.hasPrefix("Map of Helsinki"))
        #expect(try words(language: "de").sentence.hasPrefix("Karte von Helsinki"))
        #expect(try words(language: "zh").sentence.hasPrefix("赫"))
        #expect(try words(language: "ar").sentence.contains("هلسنكي"))
    }

    @Test("names no place whose label is not drawn") func hiddenPlace() throws {
        let json = """
            {"version": 1, "size": [600, 400], "basemap": {"tiles": "\(Maps.helsinki)", "hide": ["*place*", "*city*"]},
             "camera": {"center": [24.944, 60.17], "zoom": 12}}
            """
        let shown = try #require(try Maps.hitMap(json).description())
        #expect(!shown.paragraph.contains("Names on it: Helsinki"))
    }

    @Test("takes no part of another label for the name of a place") func partOfLabel() throws {
        let json = """
            {"version": 1, "size": [640, 420], "basemap": {"hide": ["place-*"]},
             "camera": {"center": [-92, 26], "zoom": 3}}
            """
        let text = try #require(try Maps.hitMap(json).description(in: "en")).paragraph
        #expect(text.contains("Gulf of Mexico") && !text.contains("Mexico City"))
    }

    @Test("of most of the Earth is of the world") func world() throws {
        let camera = #"{"center": [10, 25], "zoom": 0}"#
        #expect(try words(camera: camera, language: "en").sentence.hasPrefix("Map of the world"))
        #expect(try words(camera: camera, language: "de").sentence.hasPrefix("Weltkarte"))
        #expect(try words(stops, camera: camera, language: "ja").sentence.hasPrefix("世界地図"))
        #expect(!(try words(camera: #"{"center": [10, 50], "zoom": 3}"#, language: "en").sentence.contains("world")))
    }

    @Test("of a detail says where it lies") func detail() throws {
        let text = try words(camera: #"{"center": [24.944, 60.18], "zoom": 17}"#).paragraph
        #expect(text.contains("of the center of Helsinki"))
    }

    @Test("says how markers lie to one another, wherever they are moved") func relations() throws {
        #expect(try words(stops).sentence.contains("with 2 markers"))
        #expect(try words(stops).paragraph.contains("“Cathedral” is 620 m east of “Station”."))
        let moved = stops.replacing("[24.9522, 60.1704]", with: "[24.9414, 60.1779]")
        #expect(try words(moved).paragraph.contains("“Cathedral” is 670 m north of “Station”."))
    }

    @Test("does not tell what lies outside of the map") func outside() throws {
        let moved = stops.replacing("[24.9522, 60.1704]", with: "[26.9, 61]")
        let text = try words(moved)
        #expect(text.sentence.contains("with a marker"))
        #expect(!text.paragraph.contains("Cathedral"))
    }

    @Test("tells lengths, ends and sizes") func shapes() throws {
        let overlays = """
            , "overlays": [
              {"type": "polyline", "title": "Walk", "coordinates": [[24.9414, 60.1719], [24.9522, 60.1704]]},
              {"type": "circle", "center": [24.93, 60.17], "radius": 300},
              {"type": "polygon", "coordinates": [[24.93, 60.175], [24.94, 60.175], [24.94, 60.18], [24.93, 60.18]]}]
            """
        let text = try words(stops + overlays).paragraph
        #expect(text.contains("The line “Walk” leads from “Station” to “Cathedral” and is 620 m long."))
        #expect(text.contains("A circle has a radius of 300 m."))
        #expect(text.contains("An area covers 31 ha."))
        #expect(
            try words(overlays).paragraph.contains("The line “Walk” is 620 m long and ends 620 m east of its start."))
    }

    @Test("says that a line goes on beyond the map, and tells nothing of one that is elsewhere") func beyond() throws {
        let line = { (end: String) in
            #", "overlays": [{"type": "polyline", "coordinates": [[24.9414, 60.1719], \#(end)]}]"#
        }
        #expect(try words(line("[26, 60.1719]")).paragraph.contains("A part of it lies outside of the map."))
        #expect(!(try words(line("[24.95, 60.1719]")).paragraph.contains("outside")))
        let elsewhere = #", "overlays": [{"type": "polyline", "coordinates": [[26, 61], [26.1, 61]]}]"#
        #expect(!(try words(elsewhere).sentence.contains("line")))
    }

    /// Points with rates, the third at a longitude, and one without a rate.
    private func rates(third: Double = 24.96, colorBy: String = #""rate""#) -> String {
        let points = [(24.93, "A", "1.5"), (24.94, "B", "3"), (third, "C", "12.25"), (24.95, "D", "null")].map {
            """
            {"type": "Feature", "properties": {"name": "\($0.1)", "rate": \($0.2), "kind": "\($0.1 == "A" ? "old" : "new")"},
             "geometry": {"type": "Point", "coordinates": [\($0.0), 60.17]}}
            """
        }
        return """
            , "overlays": [{"type": "geojson", "colorBy": \(colorBy),
                "data": {"type": "FeatureCollection", "features": [\(points.joined(separator: ","))]}}]
            """
    }

    @Test("tells the pattern of data, of what is in view") func data() throws {
        let all = try words(rates()).paragraph
        #expect(all.contains("rate: 3 values, from 1.5 (A) to 12.25 (C)."))
        #expect(all.contains("No data: 1."))
        // Three classes with a value each.
        #expect(all.contains("In each class: "))
        let moved = try words(rates(third: 26)).paragraph
        #expect(moved.contains("rate: 2 values, from 1.5 (A) to 3 (B)."))
        #expect(!moved.contains("In each class") && !moved.contains("12.25"))
        let german = try words(rates(), language: "de").paragraph
        #expect(german.contains("rate: 3 Werte, von 1,5 (A) bis 12,25 (C). "))
        let kinds = try words(rates(colorBy: #"{"property": "kind", "title": "Age"}"#)).paragraph
        #expect(kinds.contains("Age: 4 values. In each class: new (3) and old (1)."))
        #expect(!(try words(stops).paragraph.contains("values")))
    }

    @Test("calls a scale by the title of its legend, where there is one legend") func legendTitle() throws {
        let legend = #", "decorations": [{"type": "legend", "title": "Turnout"}]"#
        #expect(try words(rates() + legend).paragraph.contains("Turnout: 3 values, from 1.5 (A)"))
        let titled = rates(colorBy: #"{"property": "rate", "title": "Share"}"#)
        #expect(try words(titled + legend).paragraph.contains("Share: 3 values"))
    }

    @Test("counts a feature of several parts once") func parts() throws {
        let square = { (x: Double) in "[[[\(x), 60.17], [\(x + 0.003), 60.17], [\(x + 0.003), 60.172], [\(x), 60.17]]]"
        }
        let islands = """
            , "overlays": [{"type": "geojson", "data": {"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": {},
                 "geometry": {"type": "MultiPolygon", "coordinates": [\(square(24.93)), \(square(24.94))]}},
                {"type": "Feature", "properties": {},
                 "geometry": {"type": "Polygon", "coordinates": \(square(24.95))}}]}}]
            """
        #expect(try words(islands).sentence.contains("with 2 areas"))
    }

    @Test("measures lines as they are drawn: along great circles, or straight on the map") func wayOnMap() throws {
        let line = { (geodesic: Bool, end: String) in
            """
            , "overlays": [{"type": "polyline", "geodesic": \(geodesic), "coordinates": [[139.78, 35.55], \(end)]}]
            """
        }
        let camera = #"{"center": [-170, 45], "zoom": 1}"#
        let arc = try words(line(true, "[-122.38, 37.62]"), camera: camera).paragraph
        #expect(arc.contains("A line is 8,304 km long"))
        // The sum of two thousand geodesics between points of the straight line.
        let straight = try words(line(false, "[-122.38, 37.62]"), camera: camera).paragraph
        #expect(straight.contains("A line is 8,758 km long"))
        // To the north both are the same.
        let north = try [true, false].map { try words(line($0, "[139.78, 45]"), camera: camera).paragraph }
        #expect(north[0] == north[1])
    }

    @Test("says that night is shown, where some of it is in view") func night() throws {
        let night = #", "overlays": [{"type": "night", "time": "2026-06-21T18:00:00Z"}]"#
        let sentence = "It shows where it is day and where it is night."
        let world = #"{"center": [60, 20], "zoom": 1}"#
        #expect(try words(night, camera: world).paragraph.contains(sentence))
        let noon = #"{"center": [-90, 20], "zoom": 5}"#
        #expect(!(try words(night, camera: noon).paragraph.contains(sentence)))
    }

    @Test("tells what a track was") func track() throws {
        let track = """
            , "overlays": [{"type": "geojson", "data": {"type": "Feature",
                "properties": {"title": "Ride", "coordTimes": ["2026-06-06T09:00:00Z", "2026-06-06T10:05:00Z"]},
                "geometry": {"type": "LineString", "coordinates": [[24.93, 60.17, 10], [24.96, 60.175, 60]]}}}]
            """
        let text = try words(track).paragraph
        #expect(text.contains("The line “Ride”: 1 h 5 min, 50 m up, 0 m down and at most "))
        #expect(try words(track, language: "fi").paragraph.contains("Viiva ”Ride”: 1 h 5 min, nousua 50\u{A0}m"))
    }

    @Test("of data and tracks has all of its phrases", arguments: MapDescription.languages)
    func dataLanguages(language: String) throws {
        for (phrase, row) in Phrasebook.ofData { #expect(row[language] != nil, "\(phrase)") }
        let text = try words(rates(), language: language).paragraph
        #expect(!text.contains("{") && text.contains("(A)") || text.contains("（A）"))
    }

    @Test("of a scene with words of its own has those") func own() throws {
        let text = try words(#", "title": "Our walk", "description": "From the station to the cathedral.""#)
        #expect(text.sentence == "Our walk")
        #expect(text.paragraph == "From the station to the cathedral.")
    }

    @Test("is in the report, in SVG and, when asked for, in PNG") func outputs() throws {
        let json = """
            {"version": 1, "size": [200, 120], "basemap": {"tiles": "\(Maps.helsinki)", "language": "de"},
             "camera": {"center": [24.944, 60.17], "zoom": 11}}
            """
        let document = try Maps.document(json)
        let plain = try Maps.shared.render(document)
        let title = try #require(plain.description()).sentence
        #expect(title.hasPrefix("Karte von "))
        let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
        #expect(svg.contains("<title>\(title)</title>\n<desc>\(title) Sie ist "))
        #expect(plain.report.contains("\"sentence\": \"\(title)\""))
        #expect(plain.regions(as: .html).contains("alt=\"\(title) Sie ist "))
        var options = EncodingOptions()
        options.describes = true
        let told = try Maps.shared.render(document, options: options)
        #expect(told.bytes.count > plain.bytes.count)
        #expect(try told.bitmap().pixels == plain.bitmap().pixels)
        #expect(String(decoding: told.bytes, as: UTF8.self).contains(title))
        #expect(!String(decoding: plain.bytes, as: UTF8.self).contains(title))
    }

    @Test("in each language has all of its phrases and directions", arguments: MapDescription.languages)
    func languages(language: String) throws {
        let book = try #require(Phrasebook.of(language))
        #expect(book.directions.count == 8 && book.compass.count == 8)
        let text = try words(
            stops + #", "overlays": [{"type": "circle", "center": [24.93, 60.17], "radius": 300}]"#, language: language)
        #expect(text.language == language)
        #expect(!text.paragraph.contains("{") && !text.paragraph.contains("  "))
    }
}

@Suite("Words of a language") struct PhrasebookTests {
    @Test("are in the plural that CLDR says") func plurals() {
        let arabic: [PluralCategory] = [0, 1, 2, 3, 11, 100, 102, 103].map { PluralRules.arabic($0) }
        #expect(arabic == [.zero, .one, .two, .few, .many, .other, .other, .few])
        let french: [PluralCategory] = [0, 1, 2, 1_000_000].map { PluralRules.french($0) }
        #expect(french == [.one, .one, .other, .many])
        #expect(Phrasebook.finnish.text(.markers, count: 2) == "2 merkkiä")
        #expect(Phrasebook.arabic.text(.lines, count: 11) == "١١ خطًا")
    }

    @Test("have articles where names of countries have them") func articles() {
        #expect(Phrasebook.english.withArticle("United States") == "the United States")
        #expect(Phrasebook.english.withArticle("Finland") == "Finland")
        #expect(Phrasebook.german.text(.mapOfCountries, ["place": "Niederlande"]) == "Karte: Niederlande")
    }

    @Test("have the numbers of the language") func numbers() {
        #expect(Phrasebook.arabic.size(100_000) == "١٠ هكتارات" && Phrasebook.arabic.size(200_000) == "٢٠ هكتارًا")
        #expect(Phrasebook.german.length(12_340) == "12,3 km")
        #expect(Phrasebook.english.length(643) == "640 m")
        #expect(Phrasebook.english.length(999.6) == "1.0 km")
        #expect(Phrasebook.spanish.length(1_234_000) == "1234 km")
        #expect(Phrasebook.french.length(12_345_000) == "12\u{202F}345\u{A0}km")
        #expect(Phrasebook.arabic.length(1_500) == "١٫٥ كم")
        #expect(Phrasebook.english.size(5_000) == "5000 m²".replacing("5000", with: "5,000"))
        #expect(Phrasebook.english.size(25_000) == "2.5 ha")
        #expect(Phrasebook.english.size(310_000) == "31 ha")
        #expect(Phrasebook.english.size(12_300_000) == "12.3 km²")
    }

    @Test("keep braces of names") func braces() {
        let told = Phrasebook.english.text(
            .relation, ["a": "{b}", "b": "x", "distance": "1", "direction": "north"])
        #expect(told == "{b} is 1 north of x.")
        let near = Phrasebook.french.text(.mapNear, ["distance": "1", "direction": "au nord", "place": "Arles"])
        #expect(near.hasSuffix("du centre d’Arles"))
    }
}
