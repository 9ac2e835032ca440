"""A collector on loopback that accepts everything and remembers what arrived in which process run."""

import gzip
import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Arrival:
    """One event of one request."""
    run: str
    """The process run during which it arrived."""
    batch: str
    install: str
    id: str
    sequence: int
    number: int
    """The event's number, from its name: `e17` is 17."""


class Collector:
    def __init__(self):
        self.run = ""
        self.arrivals: list[Arrival] = []
        self.batches: list[tuple[str, str]] = []
        """Run and batch ID of each request, in order."""
        self.faults: list[str] = []
        self._lock = threading.Lock()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                collector.take(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                """A killed host leaves its connection; that is the point."""

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def take(self, body: bytes) -> None:
        try:
            batch = json.loads(body)
            events = [Arrival(self.run, batch["batchId"], batch["install"], event["id"], event["seq"], int(event["name"][1:]))
                      for event in batch["events"]]
        except (ValueError, KeyError) as error:
            with self._lock:
                self.faults.append(f"unreadable batch: {error!r}: {body[:200]!r}")
            return
        with self._lock:
            self.batches.append((self.run, batch["batchId"]))
            self.arrivals += events

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
