// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// `STATICMAP_QUICK_START=1` makes the program create generic types directly, and not from their names, which looks for conformances
/// among all that it has: quicker the first time, which is what a command pays for. `make` sets it. SwiftPM refuses such flags in
/// packages that others depend on.
let quickStart: [SwiftSetting] =
    ProcessInfo.processInfo.environment["STATICMAP_QUICK_START"] == nil
    ? [] : [.unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"])]

/// Manners of every Swift target. `STATICMAP_STRICT=1` makes warnings errors, as `make test` does.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (ProcessInfo.processInfo.environment["STATICMAP_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// `STATICMAP_FUZZ=1` makes the modules count what they execute, and adds the target `Fuzzer`, as `make fuzz` does.
let fuzzing = ProcessInfo.processInfo.environment["STATICMAP_FUZZ"] != nil
let counted: [SwiftSetting] = fuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, resources: [Resource] = [],
    exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
        swiftSettings: strict + counted + quickStart)
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict + quickStart)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func cLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])])
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let package = Package(
    name: "staticmap",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "StaticMap", targets: ["StaticMap"]),
        .library(name: "StaticMapTesting", targets: ["StaticMapTesting"]),
        .executable(name: "staticmap", targets: ["StaticMapCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        cLibrary("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev", brew: "cairo"),
        cLibrary("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev", brew: "pango"),
        cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
        cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
        cLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
        cLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev", brew: "zstd"),
        cLibrary("CBrotli", pkgConfig: "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
        cLibrary("CRsvg", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev", brew: "librsvg"),

        // The dependency list of a target is the architecture: see ARCHITECTURE.md.
        module("MapPlane"),
        module("MapDiagnostics"),
        module("MapRuntime", ["MapDiagnostics"]),
        module("MapGeo", ["MapPlane", "MapDiagnostics"]),
        module(
            "MapCanvas",
            [
                "MapPlane", "MapDiagnostics", "MapRuntime", "CCairo", "CPango", "CPNG", "CTurboJPEG", "CWebP",
                "CDeflate",
                "CRsvg",
            ]),
        module(
            "MapTiles",
            ["MapPlane", "MapGeo", "MapDiagnostics", "MapRuntime", grdb, sqlite, "CDeflate", "CZstd", "CBrotli"]),
        module("MapStyle", ["MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas"]),
        module(
            "MapScene", ["MapPlane", "MapGeo", "MapDiagnostics", "MapRuntime", "MapCanvas"],
            exclude: ["scene.schema.json"]),
        module(
            "MapLayout",
            ["MapPlane", "MapGeo", "MapDiagnostics", "MapRuntime", "MapCanvas", "MapTiles", "MapStyle", "MapScene"]),
        module("MapVector", ["MapPlane", "MapDiagnostics", "MapRuntime", "MapCanvas", "CCairo"]),
        module(
            "StaticMap",
            [
                "MapPlane", "MapGeo", "MapDiagnostics", "MapRuntime", "MapCanvas", "MapTiles", "MapStyle", "MapScene",
                "MapLayout", "MapVector", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module("StaticMapTesting", ["StaticMap", "MapDiagnostics", "MapCanvas", "MapScene"]),
        module(
            "StaticMapBatch",
            [
                "StaticMap", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas", "MapTiles", "MapScene",
                "MapLayout", "MapVector", "CDeflate", grdb,
            ]),
        module(
            "StaticMapServer",
            [
                "StaticMap", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas", "MapTiles", "MapScene",
                "MapLayout", "CDeflate", "CBrotli",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Yams", package: "Yams"),
            ]),
        // Modules that StaticMap hands on are named too: SwiftPM builds a target again only for its direct dependencies,
        // and a binary with an older layout of a type crashes.
        program(
            "StaticMapCLI",
            [
                "StaticMap", "StaticMapBatch", "StaticMapServer", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo",
                "MapCanvas", "MapScene", argumentParser, .product(name: "Logging", package: "swift-log"),
            ]),
        .target(name: "CAllocations", path: "Sources/C/CAllocations"),
        program(
            "Benchmarks",
            [
                "StaticMap", "MapPlane", "MapDiagnostics", "MapGeo", "MapCanvas", "MapTiles", "MapStyle", "MapScene",
                "MapLayout", "CDeflate", "CAllocations", argumentParser, sqlite,
            ]),
        program(
            "bare-server",
            [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/BareServer"),
        program(
            "conformance-tool", ["MapPlane", "MapDiagnostics", "MapRuntime", "MapCanvas", "MapTiles", "MapStyle"],
            path: "Sources/ConformanceTool"),

        module(
            "FuzzDoors",
            [
                "StaticMapServer", "StaticMap", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas",
                "MapTiles", "MapStyle", "MapScene", .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Fuzz/Doors"),

        .target(
            name: "TestSupport", dependencies: ["MapDiagnostics"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("MapPlaneTests", ["MapPlane", "TestSupport"]),
        tests("MapDiagnosticsTests", ["MapDiagnostics", "TestSupport"]),
        tests("MapRuntimeTests", ["MapRuntime", "MapDiagnostics"]),
        tests("MapGeoTests", ["MapGeo", "MapPlane", "MapDiagnostics", "MapRuntime", "TestSupport"]),
        tests("MapCanvasTests", ["MapCanvas", "CTurboJPEG", "MapPlane", "MapDiagnostics", "TestSupport"]),
        tests("MapVectorTests", ["MapVector", "MapCanvas", "MapPlane", "MapDiagnostics", "TestSupport"]),
        tests(
            "MapTilesTests",
            ["StaticMap", "MapTiles", "MapGeo", "MapPlane", "MapDiagnostics", "MapRuntime", "TestSupport", grdb]),
        tests(
            "MapStyleTests", ["MapStyle", "MapPlane", "MapCanvas", "MapDiagnostics", "MapRuntime", "TestSupport"],
            exclude: ["failing-expressions.txt", "failing-validation.txt"]),
        tests(
            "MapSceneTests", ["MapScene", "MapPlane", "MapGeo", "MapCanvas", "MapDiagnostics", "TestSupport"],
            exclude: ["Cases"]),
        tests(
            "MapLayoutTests",
            [
                "MapLayout", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas", "MapTiles", "MapStyle",
                "MapScene", "TestSupport",
            ]),
        tests(
            "StaticMapTests",
            [
                "StaticMap", "MapLayout", "MapPlane", "MapDiagnostics", "MapRuntime", "MapGeo", "MapCanvas", "MapTiles",
                "MapStyle", "MapScene", "TestSupport",
            ]),
        tests(
            "ConformanceTests",
            ["StaticMap", "MapScene", "MapGeo", "MapPlane", "MapCanvas", "MapDiagnostics", "TestSupport"],
            exclude: ["README.md", "render-ratchet.txt"]),
        tests(
            "GoldenTests",
            [
                "StaticMap", "StaticMapTesting", "MapPlane", "MapDiagnostics", "MapGeo", "MapCanvas", "MapScene",
                "TestSupport",
            ],
            exclude: ["Cases", "Styles"]),
        tests(
            "StaticMapTestingTests",
            [
                "StaticMapTesting", "StaticMap", "MapDiagnostics", "MapGeo", "MapCanvas", "MapPlane", "MapScene",
                "TestSupport",
            ],
            exclude: ["ReferenceMaps"]),
        tests(
            "StaticMapServerTests",
            [
                "StaticMapServer", "StaticMap", "MapPlane", "MapDiagnostics", "MapGeo", "MapCanvas", "MapScene",
                "MapTiles", "MapLayout", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
        tests(
            "StaticMapBatchTests",
            [
                "StaticMapBatch", "StaticMap", "MapPlane", "MapDiagnostics", "MapGeo", "MapCanvas", "MapTiles",
                "MapScene", "MapRuntime", "MapLayout", "TestSupport", grdb,
            ]),
        tests("CLITests", ["StaticMapCLI", "TestSupport"]),
        tests("FuzzTests", ["FuzzDoors", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

if fuzzing {
    let counting = ["__sanitizer_cov_8bit_counters_init", "__sanitizer_cov_pcs_init"]
    package.targets += [
        .target(name: "FuzzCounters", path: "Fuzz/Counters"),
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzDoors", "FuzzCounters"], path: "Fuzz/Driver",
            swiftSettings: strict + counted + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [
                .unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"] + counting.flatMap { ["-Xlinker", "--wrap=\($0)"] })
            ]),
    ]
}
