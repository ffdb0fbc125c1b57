"""An example receiver of webhooks that needs only Python 3.9 or newer. It verifies each request and prints one line per event.

    WEBHOOK_SECRET=whsec_… python3 deploy/local/examples/receiver.py

`npm start` creates its certificate. `--port` chooses the port, 9444 by default.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import ssl
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MAX_BODY_BYTES = 1_000_000
TOLERANCE_SECONDS = 300
SECRET = os.environ.get("WEBHOOK_SECRET", "")
ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / os.environ.get("ASSAY_STATE_DIR", ".assay") / "webhooks"

# Deliveries may come twice. The ids of a real receiver belong in its database.
known = set()


def verify(headers, body):
    """Checks the signature of the raw bytes and the age of the timestamp. Raises ValueError."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The timestamp is missing, or too old.")
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is rotated with a grace period, the header has two signatures.
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures):
        raise ValueError("No signature matches.")
    return webhook_id


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            self.respond(413, "The body is too large, or has no length.")
            return
        body = self.rfile.read(int(length))
        try:
            webhook_id = verify(self.headers, body)
            event = json.loads(body)
        except ValueError as error:
            print(f"refused: {error}", flush=True)
            self.respond(400, str(error))
            return
        note = " (repeated)" if webhook_id in known else ""
        known.add(webhook_id)
        print(f"{self.headers['x-service-event']} {webhook_id} {json.dumps(event)}{note}", flush=True)
        self.respond(204)

    def respond(self, status, text=""):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(text.encode()) + 1))
        self.end_headers()
        if status != 204:
            self.wfile.write(f"{text}\n".encode())

    def log_message(self, *_):
        """Prints nothing: the lines of the events are enough."""


def port_number(text):
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("it is a number from 1 to 65535")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description="Receives webhooks and prints their events.")
    parser.add_argument("--port", type=port_number, default=9444, help="the port, 9444 by default")
    port = parser.parse_args().port
    if re.fullmatch("whsec_[A-Za-z0-9+/]{43}=", SECRET) is None:
        sys.exit("Set WEBHOOK_SECRET to the secret of the webhook, which begins with whsec_.")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(FOLDER / "receiver.pem", FOLDER / "receiver-key.pem")
    except OSError:
        sys.exit(f"There is no certificate in {FOLDER}. Run npm start first, which creates it.")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    except OSError as error:
        sys.exit(str(error))
    # The handshake belongs to the thread of the connection, so that a silent client blocks no other.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(f"Receiving at https://127.0.0.1:{port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
