"""A server with TLS on loopback: accepts every request with an empty 200. Prints its port; ends when its standard input
does. Usage: server.py CERTIFICATE

The certificates beside this file were made once, with keys that protect nothing: signed by authority.pem (or by itself,
self-signed.pem), valid from 2020 to 2120, but for expired.pem (until 2021) and not-yet-valid.pem (from 2119)."""

import socket
import ssl
import sys
import threading

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])


def answer(connection: socket.socket) -> None:
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            request = b""
            while b"\r\n\r\n" not in request:
                part = secure.recv(65536)
                if not part:
                    return
                request += part
            secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    except OSError:
        pass  # A client that does not trust the certificate leaves in the middle.


def serve(listener: socket.socket) -> None:
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
