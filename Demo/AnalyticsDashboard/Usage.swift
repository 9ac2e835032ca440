extension Arguments {
    static let usage = """
        usage: analytics-dashboard [--plain] [options]
               analytics-dashboard play FILE...           (see play --verbs)
               analytics-dashboard snapshot [--json] [--size WxH] [--ascii] [--directory DIR]
               analytics-dashboard collect [--port N] [--fault WORD] [--write-key KEY]

          --plain           one sentence a change, commands from standard input; needs no terminal
          --directory DIR   keep the queue in DIR, so that the next start finds it (default: a temporary one)
          --endpoint URL    send to this server, such as a staging server, and not to the embedded one
          --write-key KEY   the key that the SDK sends, and that the embedded server asks for
          --events FILE     a team's own sample events for the keys 1 to 9, as JSON
          --seed N          the same identifiers, jitter and autopilot in every run
          --autopilot       grant consent and let the autopilot use the app from the start
          --read-only       refuse every key that changes anything, for showing
          --ascii           draw with ASCII only
          --no-color        draw without colour, as NO_COLOR does

        snapshot: one frame, or with --json one status, of a dashboard just started; with --directory what the next
        launch with consent would find there, on a copy: DIR is only read
          --size WxH        the frame's size (default: 80x24)

        collect: the collector alone, on 127.0.0.1, one line for each arrival
          --port N          listen there (default: a free port)
          --fault WORD      behave so, as in 503, 429:30, partial:5, slow:2.5, lost, reset, offline
        """
}
