"""Downloads all files of a dataset version and verifies them. Needs Python 3.9 or newer, and no packages.

    python3 download-dataset.py URL DATASET_ID VERSION_ID FOLDER     (the API key is in the variable ASSAY_API_KEY)

Each file gets its id and its name, cut to 255 bytes where they are longer. Run it again to resume: files that are complete stay.
Exits with 1, and names the files, if a file is missing or differs.
"""

import hashlib
import json
import os
import re
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

base_url, dataset_id, version_id, folder = sys.argv[1:]
root, lock, links = Path(folder), Lock(), {}


def renew_links():
    """Reads the export, whose links are valid for 24 hours."""
    url = f"{base_url}/v2/datasets/{dataset_id}/versions/{version_id}/export"
    request = urllib.request.Request(url, headers={"X-API-Key": os.environ["ASSAY_API_KEY"]})
    with urllib.request.urlopen(request) as answer:
        exported = json.load(answer)
    links.update((file["fileId"], file["url"]) for file in exported["files"])
    return exported


def is_complete(path, file):
    if not path.exists() or path.stat().st_size != file["size"]:
        return False
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == file["sha256"] if hasattr(hashlib, "file_digest") \
            else hashlib.sha256(stream.read()).hexdigest() == file["sha256"]


def cut(text, size):
    """Cuts a text to its first characters, and to at most this number of bytes."""
    return text.encode()[:size].decode(errors="ignore")


def make_path(file):
    """Builds the path of a file from its id and name. File systems take names of 255 bytes; the ending stays, and `.part` fits behind it."""
    name = Path(re.sub(r'[\x00-\x1f/\\]', "_", file["name"]))
    ending = cut(name.suffix, 32)
    stem = f"{file['fileId']}-{name.name[:len(name.name) - len(name.suffix)]}"
    return root / (cut(stem, 255 - len(".part") - len(ending.encode())) + ending)


def download(file):
    """Downloads a file. Returns None when it is complete, or its name with the reason."""
    try:
        return fetch(file)
    except Exception as error:  # Whatever one file meets, the others are downloaded.
        return f"{file['name']}: {error}"


def fetch(file):
    """Writes a file under its id and name; continues a part that an earlier run left."""
    path = make_path(file)
    part = path.with_name(path.name + ".part")
    reason = "it differs from the export"
    for _attempt in range(5):
        if is_complete(path, file):
            return None
        start = part.stat().st_size if part.exists() else 0
        url = links[file["fileId"]]
        request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"} if start else {})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer, part.open("ab" if answer.status == 206 else "wb") as out:
                while chunk := answer.read(1 << 20):
                    out.write(chunk)
            part.replace(path) if is_complete(part, file) else part.unlink()
        except urllib.error.HTTPError as error:
            reason = error
            if error.code == 416:
                part.unlink()
            with lock:
                if error.code == 403 and links[file["fileId"]] == url:
                    renew_links()
        except OSError as error:
            reason = error
    return None if is_complete(path, file) else f"{file['name']}: {reason}"


root.mkdir(parents=True, exist_ok=True)
files = renew_links()["files"]
with ThreadPoolExecutor(8) as pool:
    failed = [name for name in pool.map(download, files) if name]
print(f"{len(files) - len(failed)} of {len(files)} files are complete in {root}")
sys.exit("\n".join(f"missing: {name}" for name in failed) if failed else 0)
