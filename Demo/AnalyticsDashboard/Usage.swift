extension Arguments {
    static let usage = """
        usage: analytics-dashboard [--play FILE [--pace N]] [options]
               analytics-dashboard --plain [options]
               analytics-dashboard play FILE... [--sockets [--limit N]] [--junit FILE] [--seed N] [--repeat N] [--verbs]
               analytics-dashboard snapshot [--json] [--size WxH] [--ascii] [--directory DIR]
               analytics-dashboard collect [--port N] [--fault WORD] [--write-key KEY [--write-key-header NAME]]

          --plain           one sentence a change, commands from standard input; needs no terminal; its input's end ends
                            it, and while the autopilot drives Ctrl-C
          --directory DIR   keep the queue in DIR, so that the next start finds it (default: a temporary one)
          --endpoint URL    send to this server, such as a staging server, and not to the embedded one: its base
                            address, without /v1/events
          --write-key KEY   the key that the SDK sends, and that the embedded server asks for
          --write-key-header NAME
                            the header that carries it, such as X-Write-Key (default: Authorization, as Bearer KEY)
          --events FILE     a team's own sample events for the keys 1 to 9, as JSON
          --seed N          the same identifiers, jitter and autopilot in every run; a scenario's own seed comes first
          --autopilot       grant consent and let the autopilot use the app from the start
          --read-only       refuse every key that changes anything, for showing
          --ascii           draw with ASCII only
          --no-color        draw without colour, as NO_COLOR does
          --play FILE       play a scenario, then hand the keys over; any key takes over before; it has a server of its
                            own, so that --endpoint and --write-key do not go with it
          --pace N          play N times as fast as people like to read

        play: scenarios without a screen; a line for each step, exit 1 when an expectation is not met
          --sockets         a real server on 127.0.0.1; without it the collector is called as a function
          --limit N         seconds of real time that a step may take with --sockets (default: 60)
          --junit FILE      write the expectations and what became of them to FILE, as JUnit XML; a run that ends
                            early leaves an error there
          --seed N          identifiers and jitter, for files that name no seed (default: 1)
          --repeat N        play each N times; one that says anything else the next time fails
          --verbs           what can stand in a file, and what the server can do

        snapshot: one frame, or with --json one status, of a dashboard just started; with --directory what the next
        launch with consent would find there, on a copy: DIR is only read
          --size WxH        the frame's size (default: 80x24)

        collect: the collector alone, on 127.0.0.1, one line for each arrival
          --port N          listen there (default: a free port)
          --fault WORD      behave so; play --verbs says what each does:
                            \(ServerWords.lines(indentedBy: 20))
        """
}
