"""Verifies signed requests as a receiver in Python does, with the standard library alone.

Reads one JSON object per line: `secret`, `headers` and `body` (base64). Writes one line each: true or false for both signatures.
"""

import base64
import hashlib
import hmac
import json
import sys


def sign(key, *parts):
    return hmac.new(key, b".".join(parts), hashlib.sha256).digest()


def is_own(secret, headers, body):
    fields = [field.partition("=") for field in headers["x-service-signature"].split(",")]
    timestamp = next(value for name, _, value in fields if name == "t")
    expected = sign(secret.encode(), timestamp.encode(), body).hex()
    return any(hmac.compare_digest(value, expected) for name, _, value in fields if name == "v1")


def is_standard(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    signed = (headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body)
    expected = base64.b64encode(sign(key, *signed)).decode()
    fields = [field.partition(",") for field in headers["webhook-signature"].split(" ")]
    return any(hmac.compare_digest(value, expected) for name, _, value in fields if name == "v1")


for line in sys.stdin:
    request = json.loads(line)
    facts = (request["secret"], request["headers"], base64.b64decode(request["body"]))
    print(json.dumps([is_own(*facts), is_standard(*facts)]))
