// SPDX-License-Identifier: MIT
package import MapImages

/// What a legend says of one scale of an overlay.
package struct LegendSection: Hashable, Sendable {
    /// The shape of a class's sign.
    package enum Symbol: Hashable, Sendable { case area, dot, line }

    /// A class, a category, or "no data".
    package struct Row: Hashable, Sendable {
        package var color: Color
        package var text: String
        /// The number of features.
        package var count: String
    }

    /// A value and its size in points.
    package struct Size: Hashable, Sendable {
        package var points: Double
        package var text: String
    }

    /// A value on a bar of colors.
    package struct Tick: Hashable, Sendable {
        /// 0 at the left end of the bar, 1 at the right.
        package var place: Double
        package var text: String
    }

    package enum Content: Hashable, Sendable {
        case classes([Row], Symbol)
        /// A bar of colors from left to right.
        case bar([Color], [Tick])
        /// Circles in one another, the largest first.
        case circles([Size], fill: Color, edge: Color)
        case widths([Size], Color)
    }

    /// The title that the scale gives itself.
    package var title: String?
    /// The property, for a legend that has no title either.
    package var name: String
    package var content: Content
    /// The row for features without a value; nil where all have one.
    package var noData: Row?
    /// The id of the overlay, by which a legend may choose.
    package var overlay: String?
}

/// The few words that a legend adds by itself.
struct LegendWords {
    let noData: String
    let other: String

    private static let byLanguage: [String: (noData: String, other: String)] = [
        "ar": ("لا توجد بيانات", "أخرى"), "cs": ("bez údajů", "ostatní"), "da": ("ingen data", "andet"),
        "de": ("keine Daten", "sonstige"), "el": ("χωρίς δεδομένα", "άλλα"), "es": ("sin datos", "otros"),
        "fi": ("ei tietoa", "muut"), "fr": ("pas de données", "autres"), "hi": ("कोई डेटा नहीं", "अन्य"),
        "hu": ("nincs adat", "egyéb"), "it": ("nessun dato", "altro"), "ja": ("データなし", "その他"),
        "ko": ("데이터 없음", "기타"), "nb": ("ingen data", "andre"), "nl": ("geen gegevens", "overig"),
        "no": ("ingen data", "andre"), "pl": ("brak danych", "inne"), "pt": ("sem dados", "outros"),
        "ru": ("нет данных", "прочее"), "sv": ("uppgift saknas", "övriga"), "tr": ("veri yok", "diğer"),
        "uk": ("немає даних", "інше"), "zh": ("无数据", "其他"),
    ]

    /// - Parameter language: a BCP 47 tag; those that are not known are taken for English.
    init(_ language: String?) {
        let tags = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }
        let isTraditional = tags.first == "zh" && tags.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
        let words = isTraditional ? ("無資料", "其他") : Self.byLanguage[String(tags.first ?? "en")]
        (noData, other) = words ?? ("no data", "other")
    }
}
