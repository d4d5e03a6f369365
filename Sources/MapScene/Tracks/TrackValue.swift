// SPDX-License-Identifier: MIT
import MapData

/// What is known along a track, as `ColorScale.property` and profiles name it.
package enum TrackValue: String, CaseIterable, Hashable, Sendable {
    case speed, elevation, slope, heartRate, cadence, temperature, time
}

extension TrackValue {
    /// The values at the corners in the units that people read; empty where nothing is known of it.
    package func values(of track: Track, _ units: ScaleBar.Units) -> [Double] {
        let column: [Double]
        switch self {
        case .speed: column = track.speeds
        case .elevation: column = track.samples.elevations
        case .slope: column = track.slopes
        case .heartRate: column = track.samples.heartRates
        case .cadence: column = track.samples.cadences
        case .temperature: column = track.samples.temperatures
        case .time:
            let times = track.samples.times
            guard let start = times.first(where: \.isFinite) else { return [] }
            let perUnit = areHours(track) ? 3600.0 : 60
            return times.map { ($0 - start) / perUnit }
        }
        let (factor, offset) = conversion(units)
        return factor == 1 && offset == 0 ? column : column.map { $0 * factor + offset }
    }

    /// From metres, seconds and degrees Celsius.
    private func conversion(_ units: ScaleBar.Units) -> (factor: Double, offset: Double) {
        switch (self, units) {
        case (.speed, _): (3600 / units.large, 0)
        case (.elevation, .imperial): (1 / 0.3048, 0)
        case (.slope, _): (100, 0)
        case (.temperature, .imperial): (1.8, 32)
        default: (1, 0)
        }
    }

    /// True for a track that took more than three hours.
    private func areHours(_ track: Track) -> Bool {
        let known = track.samples.times.filter(\.isFinite)
        return (known.last ?? 0) - (known.first ?? 0) > 3 * 3600
    }

    func unit(_ units: ScaleBar.Units, of tracks: [Track]) -> String {
        switch (self, units) {
        case (.speed, .metric): "km/h"
        case (.speed, .imperial): "mph"
        case (.speed, .nautical): "kn"
        case (.elevation, .imperial): "ft"
        case (.elevation, _): "m"
        case (.slope, _): "%"
        case (.heartRate, _), (.cadence, _): "1/min"
        case (.temperature, .imperial): "°F"
        case (.temperature, _): "°C"
        case (.time, _): tracks.contains(where: areHours) ? "h" : "min"
        }
    }

    /// The palette of a scale that names none.
    var palette: String {
        switch self {
        case .speed: "plasma"
        case .elevation: "viridis"
        case .slope: "RdYlBu"
        case .heartRate: "YlOrRd"
        case .cadence: "viridis"
        case .temperature: "RdYlBu"
        case .time: "cividis"
        }
    }

    /// True for palettes whose other end is the large one.
    var isTurned: Bool { self == .slope || self == .temperature }

    /// The ends of a ramp: what two of a hundred values lie beyond says nothing, where sensors err.
    func ends(of values: [Double]) -> [Double] {
        let known = values.filter(\.isFinite).sorted()
        guard let least = known.first, let largest = known.last, least < largest else { return [] }
        func percentile(_ share: Double) -> Double { known[Int(share * Double(known.count - 1))] }
        switch self {
        case .elevation, .time, .temperature: return [least, largest]
        case .speed, .heartRate, .cadence:
            let ends = [percentile(0.02), percentile(0.98)]
            return ends[0] < ends[1] ? ends : [least, largest]
        case .slope:
            // The level way has the middle color.
            let steepest = (2 * max(abs(percentile(0.02)), abs(percentile(0.98)), 0.5)).rounded(.up) / 2
            return [-steepest, 0, steepest]
        }
    }
}

/// The few words that tracks add by themselves.
struct TrackWords: Hashable, Sendable {
    let distance: String
    let start: String
    let finish: String
    let pause: String
    private let values: [TrackValue: String]

    /// In the order of `TrackValue.allCases`; then distance, start, finish, pause.
    private static let byLanguage: [String: [String]] = [
        "ar": [
            "السرعة", "الارتفاع", "الميل", "معدل نبضات القلب", "الإيقاع", "درجة الحرارة", "الوقت", "المسافة", "البداية",
            "النهاية", "توقف",
        ],
        "de": [
            "Geschwindigkeit", "Höhe", "Steigung", "Herzfrequenz", "Trittfrequenz", "Temperatur", "Zeit", "Strecke",
            "Start",
            "Ziel", "Pause",
        ],
        "en": [
            "Speed", "Elevation", "Slope", "Heart rate", "Cadence", "Temperature", "Time", "Distance", "Start",
            "Finish",
            "Pause",
        ],
        "es": [
            "Velocidad", "Altitud", "Pendiente", "Frecuencia cardiaca", "Cadencia", "Temperatura", "Tiempo",
            "Distancia",
            "Salida", "Llegada", "Pausa",
        ],
        "fi": [
            "Nopeus", "Korkeus", "Kaltevuus", "Syke", "Kadenssi", "Lämpötila", "Aika", "Matka", "Lähtö", "Maali",
            "Tauko",
        ],
        "fr": [
            "Vitesse", "Altitude", "Pente", "Fréquence cardiaque", "Cadence", "Température", "Temps", "Distance",
            "Départ",
            "Arrivée", "Pause",
        ],
        "ja": ["速度", "標高", "勾配", "心拍数", "ケイデンス", "気温", "時間", "距離", "スタート", "ゴール", "休憩"],
        "zh": ["速度", "海拔", "坡度", "心率", "步频", "温度", "时间", "距离", "起点", "终点", "休息"],
    ]

    /// - Parameter language: a BCP 47 tag; those that are not known are taken for English.
    init(_ language: String?) {
        let tag = (language ?? "en").lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? "en"
        let words = Self.byLanguage[tag] ?? Self.byLanguage["en"] ?? []
        values = Dictionary(uniqueKeysWithValues: zip(TrackValue.allCases, words))
        let rest = Array(words.dropFirst(TrackValue.allCases.count)) + ["", "", "", ""]
        (distance, start, finish, pause) = (rest[0], rest[1], rest[2], rest[3])
    }

    func name(of value: TrackValue) -> String { values[value] ?? value.rawValue }

    /// Such as `Speed (km/h)`.
    func title(of value: TrackValue, _ units: ScaleBar.Units, _ tracks: [Track]) -> String {
        "\(name(of: value)) (\(value.unit(units, of: tracks)))"
    }
}
