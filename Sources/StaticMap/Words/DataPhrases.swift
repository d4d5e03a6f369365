// SPDX-License-Identifier: MIT

extension Phrasebook {
    /// What is told of countries, night, data and tracks: a row for each phrase, with its template in each language.
    package static let ofData: [Phrase: [String: Template]] = [
        // Names of countries have articles and cases.
        .mapOfCountries: [
            "en": "Map of {place}", "de": "Karte: {place}", "fr": "Carte\u{A0}: {place}", "es": "Mapa: {place}",
            "fi": "Kartta: {place}", "zh": "{place}地图", "ja": "{place}の地図", "ar": "خريطة {place}",
        ],
        .night: [
            "en": "It shows where it is day and where it is night.", "de": "Sie zeigt, wo Tag und wo Nacht ist.",
            "fr": "Elle montre où il fait jour et où il fait nuit.", "es": "Muestra dónde es de día y dónde de noche.",
            "fi": "Kartta näyttää, missä on päivä ja missä yö.", "zh": "地图显示何处是白天、何处是黑夜。",
            "ja": "昼の地域と夜の地域が示されています。", "ar": "تُظهر أين النهار وأين الليل.",
        ],
        .values: [
            "en": [.one: "one value", .other: "{n} values"], "de": [.one: "ein Wert", .other: "{n} Werte"],
            "fr": [.one: "{n} valeur", .other: "{n} valeurs", .many: "{n} de valeurs"],
            "es": [.one: "un valor", .other: "{n} valores", .many: "{n} de valores"],
            "fi": [.one: "yksi arvo", .other: "{n} arvoa"], "zh": "{n}个数值", "ja": "{n}件の値",
            "ar": [
                .zero: "{n} قيمة", .one: "قيمة واحدة", .two: "قيمتان", .few: "{n} قيم", .many: "{n} قيمة",
                .other: "{n} قيمة",
            ],
        ],
        .dataRange: [
            "en": "{title}: {values}, from {low} to {high}.", "de": "{title}: {values}, von {low} bis {high}.",
            "fr": "{title}\u{A0}: {values}, de {low} à {high}.", "es": "{title}: {values}, de {low} a {high}.",
            "fi": "{title}: {values}; pienin {low}, suurin {high}.", "zh": "{title}：{values}，从{low}到{high}。",
            "ja": "{title}：{values}、{low}から{high}まで。", "ar": "{title}: {values}، من {low} إلى {high}.",
        ],
        .statement: [
            "en": "{subject}: {list}.", "de": "{subject}: {list}.", "fr": "{subject}\u{A0}: {list}.",
            "es": "{subject}: {list}.", "fi": "{subject}: {list}.", "zh": "{subject}：{list}。",
            "ja": "{subject}：{list}。",
            "ar": "{subject}: {list}.",
        ],
        .remark: [
            "en": "{text} ({remark})", "de": "{text} ({remark})", "fr": "{text} ({remark})", "es": "{text} ({remark})",
            "fi": "{text} ({remark})", "zh": "{text}（{remark}）", "ja": "{text}（{remark}）", "ar": "{text} ({remark})",
        ],
        .dataClasses: [
            "en": "In each class: {list}.", "de": "Anzahl je Klasse: {list}.",
            "fr": "Dans chaque classe\u{A0}: {list}.",
            "es": "En cada clase: {list}.", "fi": "Luokittain: {list}.", "zh": "各类数量：{list}。", "ja": "区分ごとの件数：{list}。",
            "ar": "في كل فئة: {list}.",
        ],
        .noData: [
            "en": "No data: {n}.", "de": "Keine Daten: {n}.", "fr": "Pas de données\u{A0}: {n}.",
            "es": "Sin datos: {n}.",
            "fi": "Ei tietoa: {n}.", "zh": "无数据：{n}。", "ja": "データなし：{n}。", "ar": "لا توجد بيانات: {n}.",
        ],
        .hoursMinutes: [
            "en": "{h} h {m} min", "de": "{h} h {m} min", "fr": "{h}\u{A0}h {m}\u{A0}min", "es": "{h} h {m} min",
            "fi": "{h} h {m} min", "zh": "{h}小时{m}分钟", "ja": "{h}時間{m}分", "ar": "{h} س {m} د",
        ],
        .minutes: [
            "en": "{m} min", "de": "{m} min", "fr": "{m}\u{A0}min", "es": "{m} min", "fi": "{m} min", "zh": "{m}分钟",
            "ja": "{m}分", "ar": "{m} د",
        ],
        .moving: [
            "en": "{time} moving", "de": "{time} in Bewegung", "fr": "{time} en mouvement",
            "es": "{time} en movimiento",
            "fi": "liikkeessä {time}", "zh": "移动{time}", "ja": "移動{time}", "ar": "{time} في حركة",
        ],
        .climb: [
            "en": "{length} up", "de": "{length} bergauf", "fr": "{length} de montée", "es": "{length} de subida",
            "fi": "nousua {length}", "zh": "上升{length}", "ja": "上り{length}", "ar": "{length} صعودًا",
        ],
        .descent: [
            "en": "{length} down", "de": "{length} bergab", "fr": "{length} de descente", "es": "{length} de bajada",
            "fi": "laskua {length}", "zh": "下降{length}", "ja": "下り{length}", "ar": "{length} هبوطًا",
        ],
        .fastest: [
            "en": "at most {n} km/h", "de": "höchstens {n} km/h", "fr": "au plus {n}\u{A0}km/h",
            "es": "como máximo {n} km/h", "fi": "enintään {n} km/h", "zh": "最高{n}公里/小时", "ja": "最高{n} km/h",
            "ar": "بحد أقصى {n} كم/س",
        ],
    ]
}
