// SPDX-License-Identifier: MIT
import MapCore
import StaticMapServer
import Testing

@Suite("Configuration files") struct ConfigurationFileTests {
    private func warnings(_ text: String) throws -> [String] {
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        return try ConfigurationFile(path: "c.json", text: Array(text.utf8)).apply(to: &configuration)
    }

    @Test("what options have decided, the file does not change") func decided() throws {
        let text = #"""
            {"options": {"allowedHosts": "file.example", "allowInlineMarkerImages": true, "maxScaleFactor": 9},
             "staticmap": {"maxAge": 60, "publicURL": "http://file.example", "rateLimit": 9, "queue": 9}}
            """#
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        configuration.allowedHosts = ["option.example"]
        configuration.allowsInlineImages = false
        configuration.decided = ["allowedHosts", "allowInlineMarkerImages", "publicURL", "queue"]
        let before = configuration
        #expect(try ConfigurationFile(path: "c.json", text: Array(text.utf8)).apply(to: &configuration) == [])
        #expect(configuration.allowedHosts == ["option.example"] && !configuration.allowsInlineImages)
        #expect(configuration.publicURL == nil && configuration.limits.queue == before.limits.queue)
        #expect(configuration.maxAge == 60 && configuration.requestsPerMinute == 9 && configuration.limits.scale == 9)
    }

    @Test(
        "a value of another kind is told of with its place",
        arguments: [
            (#"{"options": {"maxSize": "big"}}"#, #"c.json: options.maxSize: expected a number, found "big""#),
            (#"{"options": 5}"#, "c.json: options: expected an object, found 5"),
            (
                #"{"staticmap": {"assets": [1]}}"#,
                "c.json: staticmap.assets: expected a text or a list of texts, found [1]"
            ),
            (#"{"data": []}"#, "c.json: data: expected an object, found []"),
        ])
    func kinds(_ text: String, _ warning: String) throws {
        #expect(try warnings(text) == [warning])
    }

    @Test(
        "one that keeps requests out is an error",
        arguments: [
            #"{"options": {"allowedHosts": 5}}"#, #"{"options": {"allowInlineMarkerImages": "no"}}"#,
            #"{"staticmap": {"rateLimit": "60"}}"#,
        ])
    func protecting(_ text: String) throws {
        #expect(throws: RequestError.self) { try warnings(text) }
    }

    @Test("what is no JSON has a line") func syntax() throws {
        let error = #expect(throws: RequestError.self) { try warnings("{\n  \"options\": }") }
        #expect(error?.message.hasPrefix("c.json:2:") == true, "\(error?.message ?? "")")
    }
}
