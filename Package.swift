// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// `STATICMAP_QUICK_START=1` makes the program create generic types directly, and not from their names, which looks for conformances
/// among all that it has: quicker the first time, which is what a command pays for. Each function gets a section of its own, so that
/// `scripts/link-static.sh` can lay those that maps call side by side. `make` sets it. SwiftPM refuses such flags in packages that
/// others depend on.
let quickStart: [SwiftSetting] =
    ProcessInfo.processInfo.environment["STATICMAP_QUICK_START"] == nil
    ? []
    : [
        .unsafeFlags([
            "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors", "-Xfrontend", "-function-sections",
        ])
    ]

let isStrict = ProcessInfo.processInfo.environment["STATICMAP_STRICT"] != nil

/// Settings of every Swift target. `STATICMAP_STRICT=1` makes warnings errors, as `make test` does, and gives code names and lines for a
/// backtrace, but no variables for a debugger: the program is a sixth smaller.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error), .unsafeFlags(["-Xfrontend", "-gline-tables-only"])] : [])

/// `STATICMAP_FUZZ=all` makes the modules count what they execute, and adds the target `Fuzzer`, as `make fuzz` does. With
/// `STATICMAP_FUZZ=targets` only the fuzz targets count, and inputs are taken several times as fast, as `make fuzz-more` does.
let fuzzing = ProcessInfo.processInfo.environment["STATICMAP_FUZZ"]
let counted: [SwiftSetting] = fuzzing == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer"])]

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, resources: [Resource] = [],
    exclude: [String] = [], isFuzzTarget: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
        swiftSettings: strict + (isFuzzTarget || fuzzing == "all" ? counted : []) + quickStart)
}

/// A product that the program needs and the library does not. Packages that use the library say `traits: []` and neither fetch
/// nor compile it.
func programOnly(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Program"]))
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict + quickStart)
}

/// With `STATICMAP_STRICT=1`, LLVM does not optimize tests, and they take a quarter of the time to compile. What they test is optimized.
let quickToCompile: [SwiftSetting] = isStrict ? [.unsafeFlags(["-Xfrontend", "-disable-llvm-optzns"])] : []

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + quickToCompile)
}

func cLibrary(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])])
}

/// The name for pkg-config of a library that the program loads itself on Linux: with its name, it would be linked, and every map would
/// wait for it and for those that it needs, up to forty. Its headers are where the compiler looks, or not needed.
func lateLibrary(_ pkgConfig: String) -> String? {
    #if os(Linux)
        return nil
    #else
        return pkgConfig
    #endif
}

let argumentParser = programOnly("ArgumentParser", "swift-argument-parser")
let logging = programOnly("Logging", "swift-log")
let httpTypes = programOnly("HTTPTypes", "swift-http-types")
let nioCore = programOnly("NIOCore", "swift-nio")
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
    traits: [
        .trait(name: "Program", description: "The program staticmap, with its HTTP server."),
        .default(enabledTraits: ["Program"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
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
        cLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        cLibrary("CProj", pkgConfig: lateLibrary("proj"), apt: "libproj-dev", brew: "proj"),
        cLibrary("CTIFF", pkgConfig: lateLibrary("libtiff-4"), apt: "libtiff-dev", brew: "libtiff"),
        cLibrary("CRsvg", pkgConfig: lateLibrary("librsvg-2.0"), apt: "librsvg2-dev", brew: "librsvg"),

        // The C library, under one name on every system.
        module("Libc"),

        // The dependency list of a target is the architecture: see ARCHITECTURE.md.
        module("MapGeometry", ["Libc"]),
        module("MapCore", ["Libc", "CCrypto"]),
        module("MapGeo", ["MapGeometry", "MapCore", "Libc"]),
        module("MapProj", ["MapGeometry", "MapCore", "MapGeo", "Libc", "CProj"]),
        module("MapData", ["MapGeometry", "MapCore", "MapGeo", "MapProj", "Libc", "CDeflate", grdb, sqlite]),
        module(
            "MapImages", ["MapGeometry", "MapCore", "Libc", "CPNG", "CTurboJPEG", "CWebP", "CDeflate"]),
        module("MapText", ["MapGeometry", "MapCore", "MapImages", "Libc", "CCairo", "CPango"]),
        module(
            "MapCanvas",
            [
                "MapGeometry", "MapCore", "MapImages", "MapText", "Libc", "CCairo", "CPango", "CTurboJPEG", "CDeflate",
                "CRsvg",
            ]),
        module(
            "MapTiles",
            [
                "MapGeometry", "MapCore", "MapGeo", "MapData", "Libc", grdb, sqlite, "CDeflate", "CZstd", "CBrotli",
            ]),
        module(
            "MapRaster",
            ["MapGeometry", "MapCore", "MapGeo", "MapImages", "MapProj", "MapTiles", "Libc", "CDeflate", "CTIFF"]),
        // libosmium is a library of headers: what is here is compiled with them, and gives Swift a border in C.
        .target(
            name: "COSM", dependencies: ["CDeflate", "CZstd"], path: "Sources/C/COSM",
            // Its assertions would end the program for what strangers wrote.
            cxxSettings: [.define("NDEBUG")],
            linkerSettings: ["expat", "bz2", "z"].map { .linkedLibrary($0) }),
        module("MapImport", ["MapGeometry", "MapCore", "MapGeo", "MapTiles", "Libc", "COSM"]),
        module(
            "MapStyle",
            ["MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas", "Libc"]),
        module(
            "MapScene",
            ["MapGeometry", "MapCore", "MapGeo", "MapProj", "MapData", "MapImages", "MapText", "MapCanvas", "Libc"],
            exclude: ["scene.schema.json"]),
        module(
            "MapLayout",
            [
                "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas", "MapTiles",
                "MapStyle", "MapScene", "MapProj", "Libc",
            ]),
        module(
            "MapVector",
            ["MapGeometry", "MapCore", "MapImages", "MapText", "MapCanvas", "Libc", "CCairo", "CDeflate"]),
        module(
            "StaticMap",
            [
                "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas", "MapTiles",
                "MapImport", "MapRaster", "MapStyle", "MapScene", "MapLayout", "MapVector", "Libc",
            ]),
        module(
            "StaticMapTesting",
            ["StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapImages", "MapCanvas", "MapScene", "Libc"]),
        module(
            "StaticMapBatch",
            [
                "StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas",
                "MapTiles", "MapRaster",
                "MapScene", "MapLayout", "MapVector", "Libc", "CDeflate", grdb,
            ]),
        module(
            "StaticMapServer",
            [
                "StaticMap", "StaticMapBatch", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText",
                "MapCanvas", "MapTiles",
                "MapScene", "MapLayout", "MapProj", "Libc", "CDeflate", "CBrotli", "CCrypto", logging, httpTypes,
                nioCore,
                programOnly("HummingbirdCore", "hummingbird"),
                programOnly("ServiceLifecycle", "swift-service-lifecycle"),
                programOnly("UnixSignals", "swift-service-lifecycle"),
                programOnly("NIOHTTP1", "swift-nio"), programOnly("NIOPosix", "swift-nio"), programOnly("Yams", "Yams"),
            ],
            exclude: ["mcp.json", "openapi.json", "problems.json"]),
        // Modules that StaticMap hands on are named too: SwiftPM builds a target again only for its direct dependencies,
        // and a binary with an older layout of a type crashes.
        program(
            "StaticMapCLI",
            [
                "StaticMap", "StaticMapBatch", "StaticMapServer", "MapGeometry", "MapCore", "MapGeo", "MapData",
                "MapImages", "MapText", "MapCanvas", "MapTiles", "MapScene", "MapImport", "Libc", argumentParser,
                logging,
                programOnly("Yams", "Yams"),
            ]),
        .target(name: "CAllocations", path: "Sources/C/CAllocations"),
        program(
            "Benchmarks",
            [
                "StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas",
                "MapTiles",
                "MapStyle", "MapScene", "MapLayout", "Libc", "CDeflate", "CAllocations", argumentParser, sqlite,
            ]),
        program(
            "conformance-tool",
            [
                "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas", "MapTiles",
                "MapStyle",
                "Libc",
            ], path: "Tests/ConformanceTool"),

        module(
            "FuzzTargets",
            [
                "StaticMapServer", "StaticMapBatch", "StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapCanvas",
                "MapImages", "MapText", "MapData", "MapTiles", "MapRaster", "MapImport", "MapStyle", "MapScene", "Libc",
                httpTypes, nioCore,
            ], path: "Fuzz/Targets", isFuzzTarget: true),

        .target(
            name: "TestSupport", dependencies: ["MapCore", "Libc"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("MapGeometryTests", ["MapGeometry", "Libc", "TestSupport"]),
        tests("MapCoreTests", ["MapCore", "Libc", "TestSupport"]),
        tests("MapGeoTests", ["MapGeo", "MapGeometry", "MapCore", "Libc", "TestSupport"]),
        tests("MapProjTests", ["MapProj", "MapGeometry", "MapCore", "MapGeo", "TestSupport"]),
        tests(
            "MapRasterTests",
            ["MapRaster", "MapGeometry", "MapCore", "MapGeo", "MapImages", "MapTiles", "TestSupport"],
            exclude: ["Files"]),
        tests("MapDataTests", ["MapData", "MapCore", "MapGeo", "MapTiles", "MapScene", "TestSupport", grdb, sqlite]),
        tests(
            "MapCanvasTests",
            ["MapCanvas", "MapGeometry", "MapCore", "MapImages", "MapText", "TestSupport", "CTurboJPEG"]),
        tests(
            "MapVectorTests",
            ["MapVector", "MapGeometry", "MapCore", "MapImages", "MapText", "MapCanvas", "TestSupport"]),
        tests("MapTilesTests", ["MapTiles", "StaticMap", "MapGeometry", "MapCore", "MapGeo", "TestSupport", grdb]),
        tests("MapImportTests", ["MapImport", "MapTiles", "MapGeometry", "MapCore", "MapGeo", "TestSupport"]),
        tests(
            "MapStyleTests", ["MapStyle", "MapGeometry", "MapCore", "MapImages", "MapCanvas", "TestSupport"],
            exclude: ["failing-expressions.txt", "failing-validation.txt"]),
        tests(
            "MapSceneTests",
            ["MapScene", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapCanvas", "TestSupport"],
            exclude: ["Cases"]),
        tests(
            "MapLayoutTests",
            [
                "MapLayout", "MapGeometry", "MapCore", "MapGeo", "MapImages", "MapText", "MapCanvas", "MapTiles",
                "MapStyle", "MapScene", "MapProj", "Libc", "TestSupport",
            ]),
        tests(
            "StaticMapTests",
            [
                "StaticMap", "MapCore", "MapGeo", "MapData", "MapImages", "MapText", "MapCanvas", "MapTiles",
                "MapScene", "MapLayout", "TestSupport",
            ]),
        tests(
            "ConformanceTests", ["StaticMap", "MapImages", "MapCanvas", "TestSupport"],
            exclude: ["README.md", "render-ratchet.txt", "render-3d-ratchet.txt"]),
        tests(
            "GoldenTests",
            ["StaticMapTesting", "StaticMap", "MapGeo", "MapGeometry", "MapImages", "MapCanvas", "TestSupport"],
            exclude: ["Cases", "Styles"]),
        tests(
            "StaticMapTestingTests",
            ["StaticMapTesting", "StaticMap", "MapCore", "MapImages", "MapCanvas", "TestSupport"],
            exclude: ["ReferenceMaps"]),
        tests(
            "StaticMapServerTests",
            [
                "StaticMapServer", "StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapCanvas",
                "MapTiles", "MapLayout", "TestSupport", httpTypes, logging, nioCore,
                programOnly("NIOEmbedded", "swift-nio"),
            ]),
        tests(
            "StaticMapBatchTests",
            [
                "StaticMapBatch", "StaticMap", "MapGeometry", "MapCore", "MapGeo", "MapData", "MapImages", "MapCanvas",
                "MapTiles", "MapScene", "MapLayout", "TestSupport", grdb,
            ]),
        // Outside of the package's access: what a user of the library sees, beside a module with the same names.
        .target(name: "OtherUI", path: "Tests/OtherUI", swiftSettings: strict),
        .testTarget(
            name: "LibraryTests", dependencies: ["StaticMap", "OtherUI"], packageAccess: false, swiftSettings: strict),
        tests(
            "CLITests", ["StaticMapCLI", "MapCore", "MapData", "MapImport", "MapImages", "Libc", "TestSupport", grdb]),
        tests("FuzzTests", ["FuzzTargets", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

if fuzzing != nil {
    let counting = ["__sanitizer_cov_8bit_counters_init", "__sanitizer_cov_pcs_init"]
    package.targets += [
        .target(name: "FuzzCounters", path: "Fuzz/Counters"),
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzTargets", "FuzzCounters"], path: "Fuzz/Driver",
            swiftSettings: strict + counted + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [
                .unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"] + counting.flatMap { ["-Xlinker", "--wrap=\($0)"] })
            ]),
    ]
}
