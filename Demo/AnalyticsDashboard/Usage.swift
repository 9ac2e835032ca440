extension Arguments {
    static let usage = """
        usage: analytics-dashboard [--directory DIR] [--write-key KEY] [--ascii] [--no-color]
               analytics-dashboard collect [--port N] [--fault WORD] [--write-key KEY]

          --directory DIR   keep the queue in DIR, so that the next start finds it (default: a temporary one)
          --write-key KEY   the key that the SDK sends and the collector asks for
          --ascii           draw with ASCII only
          --no-color        draw without colour, as NO_COLOR does

        collect: the collector alone, on 127.0.0.1, one line for each arrival
          --port N          listen there (default: a free port)
          --fault WORD      behave so, as in 503, 429:30, partial:5, slow:2.5, lost, reset, offline
        """
}
