import Testing

/// Core decides and never reaches out: time, randomness, files and the network come in.
extension Rule {
    private static let core = ["Sources/Analytics/Core/"]

    static let coreRules: [Rule] = [
        Rule(
            name: "Core names the file system",
            folders: core,
            banned: [
                #"\bFile(Manager|Handle|Wrapper)\b"#,
                #"(?<!func )(?<![\w.])(open|openat|fopen|opendir|unlink|mkdir|fsync|ftruncate|mmap)\((?!\))"#,
                #"\bfileURLWithPath\b|\bcontentsOf(File|URL)?:\s*(url|file|path|URL)"#,
                #"\.(write\(to|resourceValues|checkResourceIsReachable|appendPathComponent|appending\(path)"#,
                #"\bimport\s+(Glibc|Musl|Darwin|System)\b"#,
            ],
            broken: [
                "FileManager.default", "FileHandle(fd)", "let d = open(path, 0)", "fopen(path, mode)",
                "import Glibc", "URL(fileURLWithPath: p)", "try data.write(to: url)",
                "try Data(contentsOf: url)",
            ],
            clean: [
                "func open(_ segment: Int) {}", "segment.open()", "await open()", "isFileManager",
                "list.append(contentsOf: lines)",
            ]),
        Rule(
            name: "Core names the network",
            folders: core,
            banned: [
                #"\b(URLSession\w*|URLRequest|URLProtocol|HTTPURLResponse|FoundationNetworking|CFSocket\w*)\b"#,
                #"\bNW(Connection|Listener|PathMonitor)\b|\bimport\s+Network\b"#,
                #"(?<!func )(?<![\w.])(socket|getaddrinfo|sendto|recvfrom)\("#,
            ],
            broken: [
                "URLSession.shared", "import FoundationNetworking", "let s = socket(1, 2, 0)",
                "NWPathMonitor()",
            ],
            clean: [
                "func send(_ batch: Batch) async -> UploadResult", "let socketCount = 0", "import Networking",
            ]),
        Rule(
            name: "Core names UIKit",
            folders: core,
            banned: [#"\bUIKit\b|\bUI(Application|Device|Scene|ViewController)\b"#],
            broken: ["import UIKit", "#if canImport(UIKit)", "UIApplication.shared"],
            clean: ["protocol LifecycleMonitor {}", "let isUIKitMonitor = 1"]),
        Rule(
            name: "Core reads a clock",
            folders: core,
            banned: [
                #"\bDate(\.init)?\(\s*\)|\bDate\.now\b|\bDate\(timeIntervalSinceNow|\.timeIntervalSinceNow\b"#,
                #"\b(Continuous|Suspending)Clock\s*(\(\s*\)|\.now\b)|\bDispatch(Wall)?Time\.now\b"#,
                #"\b(clock_gettime|gettimeofday|mach_absolute_time|CFAbsoluteTimeGetCurrent|systemUptime)\b"#,
                #"(?<![\w.])time\(\s*nil\s*\)|\bTask\.sleep\((?![^\n]*\bclock:)"#,
            ],
            broken: [
                "Date()", "Date.now", "ContinuousClock.now", "ContinuousClock()", "clock_gettime(id, &t)",
                "DispatchTime.now()", "try await Task.sleep(for: .seconds(1))",
            ],
            clean: [
                "Date(timeIntervalSince1970: 0)", "clock.now", "let t: ContinuousClock.Instant",
                "try await Task.sleep(for: delay, clock: clock)", "updated.now", "isUpToDate()",
            ]),
        Rule(
            name: "Core draws randomness",
            folders: core,
            banned: [
                #"\.random\((?![^\n]*\busing:)|\bSystemRandomNumberGenerator\b"#,
                #"\.(randomElement|shuffled?)\(\s*\)"#,
                #"\b(arc4random\w*|getentropy|getrandom|drand48|SecRandomCopyBytes)\b|(?<![\w.])rand\(\s*\)"#,
            ],
            broken: [
                "Int.random(in: 0...1)", "SystemRandomNumberGenerator()", "arc4random_uniform(3)",
                "list.shuffled()",
            ],
            clean: ["random(backoff)", "Int.random(in: 0...1, using: &generator)", "let brand = brand()"]),
        Rule(
            name: "Core makes a UUID",
            folders: core,
            banned: [#"\bUUID(\.init)?\(\s*\)|\buuid_generate\w*"#],
            broken: ["UUID()", "let id = UUID.init()"],
            clean: ["UUID(uuidString: text)", "makeUUID()"]),
        Rule(
            name: "Core imports all of Foundation",
            folders: core,
            banned: [#"\bimport\s+Foundation(Essentials)?\b"#],
            broken: ["import Foundation", "internal import Foundation", "import FoundationEssentials"],
            clean: ["import struct Foundation.Data", "import class Foundation.NSLock"]),
    ]
}
