import { smallPhotograph } from '@assay/test-kit/fixtures';
import { eventually } from '@assay/test-kit/eventually';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { createAnswer, createClaim, createCrowdSurvey, rejectAnswer } from './crowd-body.ts';
import { newInputData } from './input-data-body.ts';
import { newSurveyVersion } from './survey-body.ts';
import { newWorkflow } from './workflow-body.ts';

/** One of everything a path can name. */
export interface Population {
  readonly projectId: string;
  readonly fileId: string;
  readonly folderId: string;
  readonly commentId: string;
  readonly dataSetId: string;
  readonly contextId: string;
  readonly workflowId: string;
  readonly pipelineId: string;
  readonly uploadId: string;
  readonly runId: string;
  readonly datasetId: string;
  /** A cleaned version of the dataset. */
  readonly versionId: string;
  /** Its raw version. */
  readonly otherVersionId: string;
  /** A file of both versions. */
  readonly datasetFileId: string;
  readonly templateId: string;
  readonly surveyVersionId: string;
  /** A survey version of crowd jobs. */
  readonly crowdSurveyId: string;
  /** A crowd job. */
  readonly jobId: string;
  /** An answer to the job that waits for review. */
  readonly answerId: string;
  /** An appeal for an answer to another job. */
  readonly appealId: string;
  /** The worker of the answers, and a qualification. */
  readonly workerId: string;
  readonly key: string;
  /** A claim of another job. */
  readonly claimId: string;
  readonly webhookId: string;
  /** A delivery of the webhook whose first attempt has failed. */
  readonly deliveryId: string;
  readonly slug: string;
}

/** An address that platforms of tests allow, and at which nothing listens. */
export const receiverUrl = 'https://127.0.0.1:9/hooks';

const slug = 'image-authenticity';

/** Makes a project with an enriched file and a completed run, and a dataset with a cleaned version. */
export async function populate(rest: Rest): Promise<Population> {
  const { body: project } = await rest.post('/v2/projects', { name: 'Contract', type: 'research' });
  const webhookId = await populateWebhook(rest, project.id);
  const { body: file } = await rest.upload(project.id, smallPhotograph());
  await awaitEnrichment(rest, file.id);
  const { body: folder } = await rest.post(`/v2/projects/${project.id}/folders`, { name: 'Contract' });
  const { body: comment } = await rest.post(`/v2/files/${file.id}/comments`, { text: 'Contract' });
  const { body: workflow } = await rest.post('/v2/workflows', newWorkflow(project.id, file.id));
  const { body: dataSet } = await rest.post(`/v2/projects/${project.id}/input-data`, newInputData());
  const claims = { name: 'Contract', data: { claimed_location: 'Hamburg' } };
  const { body: context } = await rest.post(`/v2/projects/${project.id}/verification-contexts`, claims);
  const announced = { name: 'contract.txt', mimeType: 'text/plain', size: 43 };
  const { body: upload } = await rest.post(`/v2/projects/${project.id}/uploads`, announced);
  const path = `/v2/projects/${project.id}/verification-runs`;
  const { body: run } = await rest.post(path, { pipelineSlug: slug, fileIds: [file.id] });
  await awaitRunEnd(rest, run);
  const dataset = await populateDataset(rest);
  const { id: workflowId, pipelineId } = workflow;
  return {
    projectId: project.id,
    fileId: file.id,
    folderId: folder.id,
    commentId: comment.id,
    dataSetId: dataSet.id,
    contextId: context.id,
    workflowId,
    pipelineId,
    uploadId: upload.uploadId,
    runId: run.id,
    ...dataset,
    ...(await populateSurvey(rest)),
    ...(await populateCrowd(rest, project.id)),
    webhookId,
    deliveryId: await awaitFailedDelivery(rest, `/v2/projects/${project.id as string}/webhooks/${webhookId}`),
    slug,
  };
}

type DatasetPopulation = Pick<Population, 'datasetId' | 'versionId' | 'otherVersionId' | 'datasetFileId'>;

async function populateDataset(rest: Rest): Promise<DatasetPopulation> {
  const internalId = `contract-${Date.now().toString(36)}`;
  const { body: dataset } = await rest.post('/v2/datasets', {
    name: 'Contract',
    internalId,
    modality: 'multimodal',
  });
  const { id: datasetId, rawVersionId: otherVersionId } = dataset;
  const text = { name: 'contract.txt', bytes: Buffer.from('A text of the contract.'), type: 'text/plain' };
  const { body: files } = await rest.uploadToDataset(datasetId, [text]);
  const versions = `/v2/datasets/${datasetId as string}/versions`;
  const clean = `${versions}/${otherVersionId as string}/clean`;
  const { body: version } = await rest.post(clean, { pipelineSlug: 'dedup-exact' });
  await awaitDatasetVersion(rest, `${versions}/${version.id as string}`);
  return { datasetId, versionId: version.id, otherVersionId, datasetFileId: files[0].id };
}

/** Waits until the job of a version has ended. */
export async function awaitDatasetVersion(rest: Rest, path: string): Promise<void> {
  await eventually(async () => {
    const { body } = await rest.get(path);
    if (body.state !== 'cleaned') throw new Error(`the version is ${body.state as string}`);
  });
}

async function populateSurvey(rest: Rest): Promise<Pick<Population, 'templateId' | 'surveyVersionId'>> {
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Contract', language: 'en' });
  const versions = `/v2/survey-templates/${template.id as string}/versions`;
  const { body: version } = await rest.post(versions, newSurveyVersion());
  return { templateId: template.id, surveyVersionId: version.id };
}

async function populateCrowd(
  rest: Rest,
  projectId: string,
): Promise<
  Pick<Population, 'crowdSurveyId' | 'jobId' | 'answerId' | 'appealId' | 'workerId' | 'key' | 'claimId'>
> {
  const place = { projectId, crowdSurveyId: await createCrowdSurvey(rest) };
  const { claimId } = await createClaim(rest, place);
  const rejected = await createAnswer(rest, place);
  await rejectAnswer(rest, rejected);
  const message = 'The sign at the left was changed.';
  const { body: appeal } = await rest.post(`/v2/answers/${rejected.answerId}/appeal`, { message });
  const answer = await createAnswer(rest, place);
  const { body } = await rest.get(`/v2/crowd-jobs/${answer.jobId}/answers/${answer.answerId}`);
  const worker = { workerId: body.workerId as string, key: 'licensed' };
  return { crowdSurveyId: place.crowdSurveyId, ...answer, ...worker, appealId: appeal.id, claimId };
}

async function populateWebhook(rest: Rest, projectId: string): Promise<string> {
  const webhook = { url: receiverUrl, eventTypes: ['file.enriched'] };
  const { body } = await rest.post(`/v2/projects/${projectId}/webhooks`, webhook);
  return body.id;
}

/** Waits until the first attempt of a delivery has failed, and returns the id of the delivery. */
export async function awaitFailedDelivery(rest: Rest, webhook: string): Promise<string> {
  return eventually(async () => {
    const { body } = await rest.get(`${webhook}/deliveries?status=failed`);
    if (body.total === 0) throw new Error('no attempt has failed');
    return body.items[0].id as string;
  });
}
