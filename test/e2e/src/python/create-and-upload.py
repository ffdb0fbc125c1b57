"""Creates a project and uploads a file into it, with a client generated from the OpenAPI document.

Arguments: the address of the gateway, an API key, a picture. Prints both records' ids as JSON.
"""

import json
import sys
from pathlib import Path

from generated_client import AuthenticatedClient
from generated_client.api.files import upload_file
from generated_client.api.projects import create_project
from generated_client.models import CreateProjectBody, File, Project, UploadFileBody
from generated_client.types import File as Part

base_url, api_key, picture = sys.argv[1:]
client = AuthenticatedClient(
    base_url=base_url,
    token=api_key,
    prefix="",
    auth_header_name="X-API-Key",
    raise_on_unexpected_status=True,
)
with client:
    project = create_project.sync(client=client, body=CreateProjectBody(name="From Python"))
    assert isinstance(project, Project), project
    with Path(picture).open("rb") as content:
        part = Part(payload=content, file_name=Path(picture).name, mime_type="image/jpeg")
        uploaded = upload_file.sync(project.id, client=client, body=UploadFileBody(file=part))
    assert isinstance(uploaded, File), uploaded
    assert uploaded.enrichment_status == "pending", uploaded
    print(json.dumps({"projectId": project.id, "fileId": uploaded.id}))
