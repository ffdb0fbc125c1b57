"""Verifies a photograph, runs a crowd job about it and keeps a webhook, with a client generated from the OpenAPI document.

Arguments: the address of the gateway, an API key, a photograph. Prints the ids of all records as JSON.
"""

import json
import sys
import time
from pathlib import Path

from generated_client import AuthenticatedClient, models
from generated_client.api.crowd_jobs import create_crowd_job, list_crowd_answers
from generated_client.api.crowd_work import claim_task, submit_answer
from generated_client.api.files import get_file, upload_file
from generated_client.api.projects import create_project
from generated_client.api.survey_templates import create_survey_template, create_survey_version
from generated_client.api.verification_runs import get_run, start_run
from generated_client.api.webhooks import (
    create_project_webhook,
    get_project_webhook,
    list_project_webhook_deliveries,
)
from generated_client.types import File as Part

base_url, api_key, photograph = sys.argv[1:]
client = AuthenticatedClient(
    base_url=base_url,
    token=api_key,
    prefix="",
    auth_header_name="X-API-Key",
    raise_on_unexpected_status=True,
)


def read(answer, expected):
    assert isinstance(answer, expected), answer
    return answer


def await_end(request, has_ended):
    while not has_ended(resource := request()):
        time.sleep(0.2)
    return resource


with client:
    project = read(
        create_project.sync(client=client, body=models.CreateProjectBody(name="From Python")), models.Project
    )
    with Path(photograph).open("rb") as content:
        part = Part(payload=content, file_name=Path(photograph).name, mime_type="image/jpeg")
        uploaded = read(
            upload_file.sync(project.id, client=client, body=models.UploadFileBody(file=part)), models.File
        )
    file = await_end(
        lambda: read(get_file.sync(uploaded.id, client=client), models.File),
        lambda record: record.enrichment_status == "completed",
    )
    order = {"pipelineSlug": "image-authenticity", "fileIds": [file.id]}
    started = start_run.sync(project.id, client=client, body=models.StartRunBodyType0.from_dict(order))
    run = await_end(
        lambda: get_run.sync(started.id, client=client),
        lambda record: record.status in ("completed", "failed"),
    )
    template = create_survey_template.sync(
        client=client,
        body=models.CreateSurveyTemplateBody.from_dict({"name": "Changed?", "language": "en"}),
    )
    question = {"key": "changed", "type": "boolean", "label": "Was something changed?", "required": True}
    survey = create_survey_version.sync(
        template.id,
        client=client,
        body=models.CreateSurveyVersionBody.from_dict({"title": "Changed", "questions": [question]}),
    )
    job = create_crowd_job.sync(
        client=client,
        body=models.CreateCrowdJobBody(
            project_id=project.id,
            name="Story",
            title="Changed?",
            description="Look at the photograph.",
            survey_template_version_id=survey.id,
            file_ids=[file.id],
            reward_cents=10,
        ),
    )
    claim = claim_task.sync(job.id, client=client, body=models.ClaimTaskBody())
    reply = {"answers": [{"questionKey": "changed", "value": False}]}
    answer = submit_answer.sync(
        claim.claim_id, client=client, body=models.SubmitAnswerBody.from_dict(reply)
    )
    rows = list_crowd_answers.sync(job.id, client=client).data
    webhook = create_project_webhook.sync(
        project.id,
        client=client,
        body=models.CreateProjectWebhookBody.from_dict(
            {"url": "https://8.8.8.8/hooks", "eventTypes": ["run.revised"]}
        ),
    )
    deliveries = list_project_webhook_deliveries.sync(project.id, webhook.id, client=client, event="run.revised")
    refused = get_project_webhook.sync(project.id, project.id, client=client)
    print(
        json.dumps(
            {
                "projectId": project.id,
                "fileId": file.id,
                "webhookId": webhook.id,
                "secret": webhook.secret,
                "verdict": run.verdict,
                "fileNames": rows[0].file_names,
                "answerStatus": answer.status,
                "deliveries": deliveries.total,
                "refused": refused.error.code,
            }
        )
    )
