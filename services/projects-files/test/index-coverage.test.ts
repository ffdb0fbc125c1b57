import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { redrive } from '@assay/chassis/work/redrive';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { UpdateProjectRequest } from '@assay/proto/projects/v1/projects_service';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { UpdateInputDataSetRequest } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { WorkflowStatus } from '@assay/proto/workflows/v1/workflow';
import { UpdateWorkflowRequest } from '@assay/proto/workflows/v1/workflows_service';
import { eventually } from '@assay/test-kit/eventually';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { callBy } from '@assay/test-kit/test-platform';
import { image } from './content.ts';
import { removeDataset } from '../src/domain/dataset-file/remove-dataset.ts';
import { sweepDatasetUploads } from '../src/domain/dataset-upload/sweep-dataset-uploads.ts';
import { sweepDerivedObjects } from '../src/domain/derived-object/release-objects.ts';
import { recomputeUsage } from '../src/domain/room/room.ts';
import { addToDataset, asDatasets, hash, newDataset } from './datasets/dataset-uploader.ts';
import { depsOf } from './deps.ts';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';
import { newInputData } from './input-data/new-input-data.ts';
import { newWorkflow } from './workflows/new-workflow.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ OBJECT_DELETION_DELAY_MS: '86400000' });
});
afterAll(() => running.stop());

const page = { limit: 20, offset: 0 };
const cursors = [undefined, Buffer.from(`${Date.now().toString()}.x`).toString('base64url')];

it('every filter and sort that is sent has an index', async () => {
  const call = callBy();
  const projectId = await newProject(running, call);
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  const fileId = file?.id ?? '';
  await eventually(async () => {
    const { file: read } = await running.files.getFile(call, { fileId, projectId });
    expect(read?.enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });
  await running.projects.getProject(call, { projectId });
  for (const type of [ProjectType.UNSPECIFIED, ProjectType.STANDARD]) {
    for (const cursor of cursors) await running.projects.listProjects(call, { ...page, type, cursor });
  }
  for (const filter of fileFilters(projectId)) {
    for (const cursor of cursors) await running.files.listFiles(call, { ...page, ...filter, cursor });
  }
  const { folder } = await running.folders.createFolder(call, { projectId, name: 'A', parentId: undefined });
  const parentId = folder?.id ?? '';
  const { folder: inner } = await running.folders.createFolder(call, { projectId, name: 'B', parentId });
  const toTop = { name: '', parentId: undefined, updateMask: ['parent_id'] };
  await running.folders.updateFolder(call, { ...toTop, folderId: inner?.id ?? '' });
  await running.folders.deleteFolder(call, { folderId: inner?.id ?? '' });
  for (const within of ['', 'root', parentId]) {
    const filter = { projectId, parentId: within };
    for (const cursor of cursors) await running.folders.listFolders(call, { ...page, ...filter, cursor });
  }
  for (const filter of [
    { projectId: '', fileId, workflowId: '' },
    { projectId, fileId: '', workflowId: '' },
    { projectId: '', fileId: '', workflowId: '' },
  ]) {
    for (const cursor of cursors) await running.comments.listComments(call, { ...page, ...filter, cursor });
  }
  await useWorkflows(call, projectId, fileId);
  await running.pipelineRuns.retryEnrichment(call, { projectId, fileId });
  for (const filter of [
    { projectId, fileId },
    { projectId, fileId: '' },
  ]) {
    for (const cursor of cursors)
      await running.pipelineRuns.listPipelineRuns(call, { ...page, ...filter, cursor });
  }
  await useInputData(call, projectId);
  await useDatasets(call, fileId);
  await running.files.batchGetFiles(call, { projectId, fileIds: [fileId] });
  await running.projects.updateProject(
    call,
    UpdateProjectRequest.fromPartial({ projectId, name: 'a', updateMask: ['name'] }),
  );
  await running.files.deleteFile(call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
  await running.projects.deleteProject(call, { projectId });
  await eventually(async () => {
    expect(await running.db.collection('tombstones').countDocuments({ removedAt: null })).toBe(0);
  });
  await running.db.collection('tombstones').updateMany({}, { $set: { dueAt: new Date(0) } });
  await eventually(async () => {
    const asListed = { dueAt: new Date(0) };
    expect(await running.db.collection('tombstones').countDocuments(asListed)).toBe(0);
  });
  expect(running.commands.length).toBeGreaterThan(20);
  expect(await findUncoveredQueries(running.commands, running.db)).toEqual([]);
});

async function useInputData(call: OutgoingCall, projectId: string): Promise<void> {
  const { inputData } = running;
  const { dataSet } = await inputData.createInputDataSet(call, newInputData(projectId));
  const place = { projectId, dataSetId: dataSet?.id ?? '' };
  await inputData.updateInputDataSet(
    call,
    UpdateInputDataSetRequest.fromPartial({ ...place, name: 'Other', updateMask: ['name'] }),
  );
  for (const cursor of cursors) await inputData.listInputDataSets(call, { ...page, projectId, cursor });
  await inputData.deleteInputDataSet(call, place);
}

async function useDatasets(call: OutgoingCall, projectFileId: string): Promise<void> {
  const dataset = newDataset();
  const { datasetId } = dataset;
  const { datasetFiles, clock } = running;
  const bytes = await image('png');
  const [first, second] = await addToDataset(running, call, { dataset, files: [{ bytes }, { bytes }] });
  const fileIds = [first?.id ?? '', second?.id ?? ''];
  const service = asDatasets(call);
  await datasetFiles.enrichDatasetFiles(service, { fileIds });
  await datasetFiles.unlistDatasetFiles(service, { datasetId, fileIds });
  const content = { name: 'a.png', mimeType: 'image/png', sizeBytes: bytes.byteLength, sha256: hash(bytes) };
  const derived = { fileId: newId(), sourceFileId: fileIds[0] ?? '', ...content };
  const job = { versionId: newId(), uploaderId: newId(), projectId: undefined };
  await datasetFiles.addDerivedFiles(service, { dataset, ...job, files: [derived] });
  const copying = { uploaderId: newId(), fileIds: [projectFileId], operationId: newId() };
  const { upload } = await datasetFiles.copyFiles(service, {
    ...copying,
    toDataset: dataset,
    toProjectId: undefined,
  });
  clock.advance(60_000);
  await redrive(depsOf(running), depsOf(running).datasetUploads.overdue);
  await sweepDatasetUploads(depsOf(running));
  await recomputeUsage(depsOf(running), call.organizationId);
  await datasetFiles.discardUpload(service, { uploadId: upload?.uploadId ?? '' });
  await datasetFiles.removeDatasetFiles(service, { datasetId, fileIds: [...fileIds, derived.fileId] });
  await sweepDerivedObjects(depsOf(running));
  await removeDataset(depsOf(running), { organizationId: call.organizationId, datasetId });
  await depsOf(running).datasetUploads.findByOperation(call.organizationId, newId());
}

async function useWorkflows(call: OutgoingCall, projectId: string, fileId: string): Promise<void> {
  const { workflows } = running;
  const { workflow } = await workflows.createWorkflow(
    call,
    newWorkflow(projectId, { inputFileIds: [fileId] }),
  );
  const workflowId = workflow?.id ?? '';
  const pipelineId = workflow?.pipelineId ?? '';
  await workflows.updateWorkflow(
    call,
    UpdateWorkflowRequest.fromPartial({
      workflowId,
      inputFileIds: [],
      outputFiles: [{ fileId }],
      updateMask: ['input_file_ids', 'output_files'],
    }),
  );
  for (const cursor of cursors) {
    for (const status of [WorkflowStatus.UNSPECIFIED, WorkflowStatus.ERROR]) {
      for (const within of ['', projectId]) {
        await workflows.listWorkflows(call, { ...page, projectId: within, status, cursor });
      }
    }
    await workflows.listFileWorkflows(call, { ...page, fileId, cursor });
    await workflows.listPipelineFiles(call, { pipelineId, limit: 1, cursor });
  }
  await workflows.listWorkflowFiles(call, { workflowId });
  await workflows.deleteWorkflow(call, { workflowId });
}

/** Every combination of filters. */
function fileFilters(projectId: string) {
  const statuses = [EnrichmentStatus.UNSPECIFIED, EnrichmentStatus.COMPLETED];
  const folders = [
    { projectId: '', folderId: '' },
    { projectId: '', folderId: '', datasetId: 'dataset' },
    ...['', 'root'].map((folderId) => ({ projectId, folderId })),
  ];
  return statuses.flatMap((enrichmentStatus) =>
    folders.flatMap((place) =>
      ['', 'a'].flatMap((tag) =>
        ['', 'image/'].flatMap((mimeType) =>
          ['', 'a'].map((name) => ({ datasetId: '', enrichmentStatus, ...place, tag, mimeType, name })),
        ),
      ),
    ),
  );
}
