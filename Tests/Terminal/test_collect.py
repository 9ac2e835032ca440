"""`collect`: the collector alone, as a team points its app at it."""

import contextlib
import gzip
import json
import signal
import subprocess
import urllib.error
import urllib.request

import pytest

EVENT = {"id": "e1", "name": "tap", "schema": 2, "time": "2026-08-11T10:00:00.123Z", "seq": 1, "session": "s",
         "sampleRate": 1.0, "props": {"note": "\x1b[31mred", "count": 3}}


def post(address, events, batch="b1", headers=None, body=None):
    batch = {"batchId": batch, "sentAt": "2026-08-11T10:00:05.000Z", "install": "i1", "events": events,
             "context": {"app": "1", "os": "x", "device": "x", "locale": "x", "sdk": "1"}}
    request = urllib.request.Request(
        f"{address}/v1/events", body or gzip.compress(json.dumps(batch).encode()), method="POST",
        headers={"Content-Encoding": "gzip", **(headers or {})})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=120) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_each_arrival_has_a_line_and_a_signal_ends_it_with_a_summary(collect, ending):
    process, address = collect()
    assert post(address, [EVENT]) == 200
    assert post(address, [EVENT, {**EVENT, "id": "e4", "seq": 4}], batch="b2") == 200
    assert post(address, [], body=b"no gzip") == 400
    process.send_signal(ending)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert err == ""
    assert "\x1b" not in out
    for words in ("event     tap schema 2 seq 1", r'note="\u{1B}[31mred"', "duplicate tap", "numbers 2 to 3 were",
                  "bad       body is not gzip", "clock skew"):
        assert words in out
    assert "3 requests (200: 2, 400: 1), 1 duplicates, 2 missing, 0 rejected, 1 bad" in out.splitlines()[-1]


def test_a_fault_and_a_write_key_are_the_servers(collect):
    process, address = collect("--fault", "503", "--write-key=secret")
    assert post(address, [EVENT]) == 503
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=120)
    assert "does not carry the write key" in out
    assert "answered 503 (fault 503)" in out
    assert "secret" not in out


def test_it_ends_when_nobody_reads_its_lines(collect):
    process, address = collect()
    process.stdout.close()
    with contextlib.suppress(OSError):  # it may be gone before it answers
        post(address, [EVENT])
    assert process.wait(timeout=120) == 0


def test_a_port_that_is_taken_is_named(collect, dashboard_bin):
    _, address = collect()
    port = address.rsplit(":", 1)[1]
    second = subprocess.run([dashboard_bin, "collect", "--port", port], capture_output=True, text=True,
                            timeout=120, check=False)
    assert second.returncode == 2
    assert port in second.stderr


@pytest.mark.parametrize("arguments, words", [
    (["collect", "--port", "70000"], "70000 is no port"),
    (["collect", "--port"], "--port needs a port"),
    (["collect", "--fault", "nonsense"], "503"),
    (["collect", "--ascii"], "unknown argument --ascii after collect"),
    (["nonsense"], "unknown command nonsense"),
    (["--directory"], "--directory needs a folder"),
    (["--port", "1"], "unknown argument --port"),
])
def test_a_wrong_argument_is_named_and_ends_it_with_2(dashboard_bin, arguments, words):
    result = subprocess.run([dashboard_bin, *arguments], capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 2
    assert words in result.stderr
    assert result.stdout == ""
    assert "\x1b" not in result.stderr
