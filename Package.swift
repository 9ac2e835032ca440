// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "analytics",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "Analytics", targets: ["Analytics"]),
        .library(name: "AnalyticsTesting", targets: ["AnalyticsTesting"]),
        .executable(name: "analytics-dashboard", targets: ["AnalyticsDashboard"]),
    ],
    targets: [
        // The SDK. Depends on the toolchain and zlib, nothing else.
        .target(name: "CAnalyticsZlib", linkerSettings: [.linkedLibrary("z")]),
        // On Linux alone something: the libcurl that FoundationNetworking loads, looked up at run time.
        .target(name: "CAnalyticsCurl"),
        .target(
            name: "Analytics",
            dependencies: ["CAnalyticsZlib", "CAnalyticsCurl"],
            // For Xcode's privacy report; nothing reads it at run time.
            resources: [.copy("Resources/PrivacyInfo.xcprivacy")]),
        .target(name: "AnalyticsTesting", dependencies: ["Analytics"]),

        // The dashboard: pure parts first, then the one target that touches ncurses.
        .target(name: "AnalyticsTerminalKit"),
        .target(
            name: "CAnalyticsCurses",
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        .target(name: "AnalyticsCursesTerminal", dependencies: ["AnalyticsTerminalKit", "CAnalyticsCurses"]),
        .target(
            name: "AnalyticsDashboardCore",
            dependencies: ["AnalyticsTerminalKit", "AnalyticsTesting", "Analytics"]),

        // The demo: a loopback collector, a product team's events, and the wiring.
        .target(
            name: "AnalyticsIngestServer", dependencies: ["CAnalyticsZlib"],
            path: "Demo/AnalyticsIngestServer"),
        .target(name: "AnalyticsSampleApp", dependencies: ["Analytics"], path: "Demo/AnalyticsSampleApp"),
        .executableTarget(
            name: "AnalyticsDashboard",
            dependencies: [
                "AnalyticsCursesTerminal", "AnalyticsDashboardCore", "AnalyticsIngestServer",
                "AnalyticsSampleApp",
            ],
            path: "Demo/AnalyticsDashboard"),

        .testTarget(
            name: "AnalyticsTests", dependencies: ["Analytics", "AnalyticsTesting", "AnalyticsIngestServer"],
            exclude: ["Samples"]),
        .testTarget(name: "AnalyticsTestingTests", dependencies: ["Analytics", "AnalyticsTesting"]),
        .testTarget(name: "TerminalKitTests", dependencies: ["AnalyticsTerminalKit"]),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "AnalyticsDashboardCore", "AnalyticsTerminalKit", "Analytics", "AnalyticsTesting",
                "AnalyticsSampleApp",
            ],
            exclude: ["Golden"]),
        .testTarget(name: "IngestServerTests", dependencies: ["AnalyticsIngestServer"]),
        .testTarget(name: "ArchitectureTests"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Analytics", "AnalyticsTesting", "AnalyticsIngestServer", "AnalyticsVictim"],
            exclude: ["Hostile/TLS"]),

        // A host that those tests kill; no product.
        .executableTarget(
            name: "AnalyticsVictim", dependencies: ["Analytics"], path: "Tests/AnalyticsVictim"),

        // Tells what the policy removes, for the measurement on corpora in Python; no product.
        .executableTarget(
            name: "AnalyticsPolicyProbe", dependencies: ["Analytics"], path: "Tests/AnalyticsPolicyProbe"),

        // What Tests/bench runs; no product, so that nobody who uses the package builds it.
        .executableTarget(
            name: "AnalyticsBenchmarks",
            dependencies: [
                "Analytics", "AnalyticsTesting", "CAnalyticsZlib", "AnalyticsDashboardCore",
                "AnalyticsIngestServer", "AnalyticsTerminalKit",
            ],
            path: "Tests/Benchmarks"),
    ],
    swiftLanguageModes: [.v6]
)
