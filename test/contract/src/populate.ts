import { smallPhotograph } from '@assay/test-kit/fixtures';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { newInputData } from './input-data-body.ts';
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
  readonly slug: string;
}

const slug = 'image-authenticity';

/** Makes a project with an enriched file and a completed run. */
export async function populate(rest: Rest): Promise<Population> {
  const { body: project } = await rest.post('/v2/projects', { name: 'Contract' });
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
    slug,
  };
}
