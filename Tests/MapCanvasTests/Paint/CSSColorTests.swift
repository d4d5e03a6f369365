// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapImages
import Testing

@Suite("CSS colors") struct CSSColorTests {
    @Test(
        "are read in every form",
        arguments: [
            ("red", "rgba(255,0,0,1)"), ("  LightGoldenRodYellow\n", "rgba(250,250,210,1)"),
            ("transparent", "rgba(0,0,0,0)"), ("rebeccapurple", "rgba(102,51,153,1)"),
            ("#f80", "rgba(255,136,0,1)"), ("#F80C", "rgba(255,136,0,0.8)"), ("#123456", "rgba(18,52,86,1)"),
            ("#12345600", "rgba(18,52,86,0)"), ("rgb(1,2,3)", "rgba(1,2,3,1)"),
            ("RGBA( 10 , 20,30 , .5 )", "rgba(10,20,30,0.5)"), ("rgb(10 20 30)", "rgba(10,20,30,1)"),
            ("rgb(10 20 30 / 50%)", "rgba(10,20,30,0.5)"), ("rgb(10 20 30/0.25)", "rgba(10,20,30,0.25)"),
            ("rgb(100%, 50%, 0%)", "rgba(255,128,0,1)"), ("rgb(300,-20,1e2)", "rgba(255,0,100,1)"),
            ("rgba(0,0,0,7)", "rgba(0,0,0,1)"), ("rgb(none 255 none)", "rgba(0,255,0,1)"),
            ("rgb(12.4 12.6 +3)", "rgba(12,13,3,1)"), ("hsl(120,100%,50%)", "rgba(0,255,0,1)"),
            ("hsl(120deg 100% 25%)", "rgba(0,128,0,1)"), ("hsla(-120, 100%, 50%, 0.5)", "rgba(0,0,255,0.5)"),
            ("hsl(0.5turn 100% 50%)", "rgba(0,255,255,1)"), ("hsl(200grad 100% 50%)", "rgba(0,255,255,1)"),
            ("hsl(3.14159265358979rad 100% 50%)", "rgba(0,255,255,1)"), ("hsl(840, 100%, 50%)", "rgba(0,255,0,1)"),
            ("hsl(0, 200%, 150%)", "rgba(255,255,255,1)"), ("hsl(35, 8%, 58%)", "rgba(156,149,139,1)"),
            ("rgba(0,0,0,0.00001)", "rgba(0,0,0,0.00001)"), ("rgba(0,0,0,0.000000125)", "rgba(0,0,0,1.25e-7)"),
        ])
    func reads(_ css: String, _ text: String) {
        #expect(Color(css: css)?.cssText == text)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", " ", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "bleu", "rgb", "rgb()", "rgb(1,2)",
            "rgb(1,2,3", "rgb 1,2,3)", "rgb(1,2,3,)", "rgb(1,2,3,4,5)", "rgb(1 2 3, 4)", "rgb(1,2 3)", "rgb(1,2,3/4)",
            "rgb(10%,20,30)", "rgb(1deg,2,3)", "rgbx(1,2,3)", "hsl(1,2,3)", "hsl(10%,20%,30%)", "hsl(1,2%)",
            "rgb(1.,2,3)", "rgb(1e999,0,0)", "rgb(--1,0,0)", "rgb(1 2 3) x", "ré", "url(#a)", ")", "(1)",
            "rgb(nan 0 0)",
        ])
    func refuses(_ css: String) {
        #expect(Color(css: css) == nil)
    }

    @Test("have 148 names") func names() {
        #expect(Color.names.count == 148)
        #expect(Color.names.keys.allSatisfy { Color(css: $0.uppercased()) != nil })
    }

    @Test("that are wrong are reported with the nearest name")
    func reports() throws {
        let (color, problem) = try read("\"bleu\"")
        #expect(color == nil)
        #expect(problem == "a.json:1:1: expected a CSS color, found \"bleu\" (did you mean \"blue\"?)")
        #expect(try read("7").problem == "a.json:1:1: expected a CSS color, found 7")
        #expect(try read("\"#fff\"").color == .white)
    }

    private func read(_ json: String) throws -> (color: Color?, problem: String?) {
        let diagnostics = DiagnosticSink()
        let document = try JSONDocument(file: "a.json", text: Array(json.utf8))
        let color = Color(Field(document, diagnostics: diagnostics))
        return (color, diagnostics.all.first?.description)
    }
}
