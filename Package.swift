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
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "Analytics",
            dependencies: ["CZlib"],
            // For Xcode's privacy report; nothing reads it at run time.
            resources: [.copy("Resources/PrivacyInfo.xcprivacy")]),
        .target(name: "AnalyticsTesting", dependencies: ["Analytics"]),

        // The dashboard: pure parts first, then the one target that touches ncurses.
        .target(name: "TerminalKit"),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(name: "CursesTerminal", dependencies: ["TerminalKit", "CNcurses"]),
        .target(name: "Dashboard", dependencies: ["TerminalKit", "AnalyticsTesting", "Analytics"]),

        // The demo: a loopback collector, a product team's events, and the wiring.
        .target(name: "IngestServer", dependencies: ["CZlib"], path: "Demo/IngestServer"),
        .target(name: "SampleApp", dependencies: ["Analytics"], path: "Demo/SampleApp"),
        .executableTarget(
            name: "AnalyticsDashboard",
            dependencies: ["CursesTerminal", "Dashboard", "IngestServer", "SampleApp"],
            path: "Demo/AnalyticsDashboard"),

        .testTarget(name: "AnalyticsTests", dependencies: ["Analytics", "AnalyticsTesting", "IngestServer"]),
        .testTarget(name: "AnalyticsTestingTests", dependencies: ["Analytics", "AnalyticsTesting"]),
        .testTarget(name: "TerminalKitTests", dependencies: ["TerminalKit"]),
        .testTarget(
            name: "DashboardTests",
            dependencies: ["Dashboard", "TerminalKit", "Analytics", "AnalyticsTesting", "SampleApp"],
            exclude: ["Golden"]),
        .testTarget(name: "IngestServerTests", dependencies: ["IngestServer"]),
        .testTarget(name: "ArchitectureTests"),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Analytics", "AnalyticsTesting", "IngestServer", "Victim"]),

        // A host that those tests kill; no product.
        .executableTarget(name: "Victim", dependencies: ["Analytics"], path: "Tests/Victim"),

        // What Tests/bench runs; no product, so that nobody who uses the package builds it.
        .executableTarget(
            name: "AnalyticsBenchmarks",
            dependencies: [
                "Analytics", "AnalyticsTesting", "CZlib", "Dashboard", "IngestServer", "TerminalKit",
            ],
            path: "Tests/Benchmarks"),
    ],
    swiftLanguageModes: [.v6]
)
