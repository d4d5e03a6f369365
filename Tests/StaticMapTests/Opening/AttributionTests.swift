// SPDX-License-Identifier: MIT
import StaticMap
import Testing

@Suite("Attributions") struct AttributionTests {
    @Test("each maker is named once, in the order of the first mention")
    func once() {
        var makers = Attributions()
        for text in ["© OpenStreetMap", " © Natural Earth ", "© OpenStreetMap", nil, ""] { makers.add(text) }
        #expect(makers.text == "© OpenStreetMap | © Natural Earth")
    }

    @Test("makers have initials, without remarks and signs of their own")
    func initials() {
        var makers = Attributions()
        makers.add("© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth")
        makers.add("© MapTiler © 高德地图")
        #expect(makers.initials == "©\u{A0}OSM, GeoNames, NE | ©\u{A0}MapTiler, ©\u{A0}高德地图")
    }

    @Test("a text that holds another one takes its place")
    func holding() {
        var makers = Attributions()
        for text in ["© OSM", "© OSM contributors, © Carto", "© Carto"] { makers.add(text) }
        #expect(makers.text == "© OSM contributors, © Carto")
    }
}
