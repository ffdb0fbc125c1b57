import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { FileOrigin } from '@assay/proto/files/v1/file';
import { WorkflowStatus } from '@assay/proto/workflows/v1/workflow';
import { UpdateWorkflowRequest } from '@assay/proto/workflows/v1/workflows_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { finishWorkflows } from '../../src/domain/workflow/finish-workflows.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { createWorkflowStore } from '../../src/store/workflow-store.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newFile as newFileOf, newWorkflow, newWorld as newWorldOf, record } from './new-workflow.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const invalid = (field: string) => ({ status: 'INVALID_ARGUMENT', details: { field } });
const page = { limit: 20, offset: 0 };
const taken = { status: 'FAILED_PRECONDITION', reason: 'WORKFLOW_OUTPUT_TAKEN' };

const newWorld = (fileCount?: number) => newWorldOf(running, fileCount);
const newFile = (call: OutgoingCall, projectId: string) => newFileOf(running, call, projectId);
const create = (call: OutgoingCall, ...given: Parameters<typeof newWorkflow>) =>
  record(running, call, ...given);

async function update(call: OutgoingCall, given: Partial<UpdateWorkflowRequest>) {
  const request = { ...UpdateWorkflowRequest.fromPartial({}), ...given };
  const { workflow } = await running.workflows.updateWorkflow(call, request);
  return workflow;
}

async function originOf(call: OutgoingCall, fileId: string) {
  const { file } = await running.files.getFile(call, { fileId, projectId: '' });
  return [file?.origin, file?.originWorkflowId, file?.sourceFileId];
}

function finish(): Promise<void> {
  const { db, clock } = running;
  const relay = { notify: () => undefined };
  return finishWorkflows({
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    files: createFileStore(db, relay),
    workflows: createWorkflowStore(db),
  });
}

const filesOf = async (call: OutgoingCall, workflowId: string) =>
  (await running.workflows.listWorkflowFiles(call, { workflowId })).files.map(({ id }) => id);

const upload = [FileOrigin.USER_UPLOAD, undefined, undefined];

describe('CreateWorkflow', () => {
  it('stores a record, with what is not given', async () => {
    const { call, projectId } = await newWorld(0);
    const workflow = await create(call, projectId);
    expect(workflow).toMatchObject({
      organizationId: call.organizationId,
      projectId,
      status: WorkflowStatus.IN_PROGRESS,
      engineExecutionId: 4_711,
      engineWorkflowNameLong: 'sharpen',
      statusMessage: undefined,
      result: undefined,
      aiInterpretation: undefined,
      inputFileIds: [],
      outputFiles: [],
    });
    expect(workflow.uuid).toMatch(/^[0-9a-f-]{36}$/u);
    expect(await running.workflows.getWorkflow(call, { workflowId: workflow.id })).toEqual({ workflow });
  });

  it('links files, and those that were made say so', async () => {
    const { call, projectId, fileIds } = await newWorld(3);
    const [input = '', made = '', alone = ''] = fileIds;
    const outputFiles = [{ fileId: made, sourceFileId: input }, { fileId: alone }];
    const { id } = await create(call, projectId, { inputFileIds: [input], outputFiles });
    expect(await originOf(call, input)).toEqual(upload);
    expect(await originOf(call, made)).toEqual([FileOrigin.WORKFLOW_GENERATED, id, input]);
    expect(await originOf(call, alone)).toEqual([FileOrigin.WORKFLOW_GENERATED, id, undefined]);
    expect(await filesOf(call, id)).toEqual([input, made, alone]);
    for (const fileId of fileIds) {
      const { workflows, total } = await running.workflows.listFileWorkflows(call, { ...page, fileId });
      expect([workflows.map((found) => found.id), total]).toEqual([[id], 1]);
    }
  });

  it('refuses an output of another record, and changes nothing', async () => {
    const { call, projectId, fileId } = await newWorld();
    const { id } = await create(call, projectId, { outputFiles: [{ fileId }] });
    const again = create(call, projectId, { outputFiles: [{ fileId }] });
    expect(await catchRefusal(again)).toMatchObject({ ...taken, details: { fileId } });
    expect(await originOf(call, fileId)).toEqual([FileOrigin.WORKFLOW_GENERATED, id, undefined]);
    expect((await running.workflows.listWorkflows(call, listed())).total).toBe(1);
  });

  it('gives an output to one of many that ask at the same time, and leaves nothing of the others', async () => {
    const { call, projectId, fileId } = await newWorld();
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => create(call, projectId, { outputFiles: [{ fileId }] })),
    );
    const made = asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect(made.length).toBeLessThanOrEqual(1);
    const { workflows } = await running.workflows.listWorkflows(call, listed());
    expect(workflows.map(({ id }) => id)).toEqual(made);
    const [origin, workflowId] = await originOf(call, fileId);
    expect([origin, workflowId]).toEqual(
      made.length === 0 ? upload.slice(0, 2) : [FileOrigin.WORKFLOW_GENERATED, made[0]],
    );
  });

  it('repeats under one idempotency key what the first answered', async () => {
    const { call, projectId } = await newWorld(0);
    const once = { ...call, idempotencyKey: newId() };
    const request = newWorkflow(projectId);
    const first = await running.workflows.createWorkflow(once, request);
    expect(await running.workflows.createWorkflow(once, request)).toEqual(first);
  });

  it.each([
    ['projectId', { projectId: '' }],
    ['pipelineId', { pipelineId: 'none' }],
    ['pipelineName', { pipelineName: ' ' }],
    ['uuid', { uuid: 'none' }],
    ['engineExecutionId', { engineExecutionId: -1 }],
    ['engineExecutionId', { engineExecutionId: undefined }],
    ['engineWorkflowId', { engineWorkflowId: '' }],
    ['engineWorkflowName', { engineWorkflowName: '' }],
    ['result', { result: 'x'.repeat(10_001) }],
    ['inputFileIds', { inputFileIds: ['a', 'a'] }],
    ['outputFiles.fileId', { outputFiles: [{ fileId: '' }] }],
    ['outputFiles', { outputFiles: [{ fileId: 'a' }, { fileId: 'a' }] }],
    ['outputFiles', { inputFileIds: ['a'], outputFiles: [{ fileId: 'a' }] }],
    ['outputFiles', { outputFiles: [{ fileId: 'a', sourceFileId: 'a' }] }],
    [
      'outputFiles',
      {
        inputFileIds: Array.from({ length: 100 }, (_, at) => `f${at.toString()}`),
        outputFiles: [{ fileId: 'a' }],
      },
    ],
  ])('refuses a bad %s', async (field, overrides) => {
    const { call, projectId } = await newWorld(0);
    expect(await catchRefusal(create(call, projectId, overrides))).toMatchObject(invalid(field));
  });

  it('hides projects and files of others as not found, in the words for missing ones', async () => {
    const { call, projectId, fileId } = await newWorld();
    const other = await newWorld();
    const foreign = await catchRefusal(create(call, other.projectId));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(foreign).toEqual(await catchRefusal(create(call, newId())));
    const missing = await catchRefusal(create(call, projectId, { inputFileIds: [newId()] }));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    const elsewhere = await newFile(call, await newProject(running, call));
    for (const id of [other.fileId, elsewhere]) {
      for (const links of [
        { inputFileIds: [id] },
        { outputFiles: [{ fileId: id }] },
        { outputFiles: [{ fileId, sourceFileId: id }] },
      ]) {
        expect(await catchRefusal(create(call, projectId, links))).toEqual(missing);
      }
    }
  });

  it('is not for services', async () => {
    const { call, projectId } = await newWorld(0);
    const by = callByService('gateway', call.organizationId);
    expect(await catchRefusal(create(by, projectId))).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('UpdateWorkflow', () => {
  it('changes what is named and keeps the rest', async () => {
    const { call, projectId } = await newWorld(0);
    const before = await create(call, projectId, { result: 'Half', statusMessage: 'Going on' });
    running.clock.advance(1_000);
    const change = { status: WorkflowStatus.ERROR, uuid: randomUUID() };
    const changed = await update(call, {
      workflowId: before.id,
      ...change,
      updateMask: ['status', 'uuid', 'status_message'],
    });
    const { updatedAt: _before, ...same } = before;
    expect(changed).toMatchObject({ ...same, ...change, statusMessage: undefined });
    expect(changed?.updatedAt?.getTime()).toBeGreaterThan(before.updatedAt?.getTime() ?? Infinity);
    expect(await update(call, { workflowId: before.id })).toEqual(changed);
  });

  it('links other files; what is left out is an upload again', async () => {
    const { call, projectId, fileIds } = await newWorld(3);
    const [input = '', first = '', second = ''] = fileIds;
    const { id: workflowId } = await create(call, projectId, { outputFiles: [{ fileId: first }] });
    const outputFiles = [{ fileId: second, sourceFileId: input }];
    await update(call, {
      workflowId,
      inputFileIds: [input],
      outputFiles,
      updateMask: ['input_file_ids', 'output_files'],
    });
    expect(await originOf(call, first)).toEqual(upload);
    expect(await originOf(call, second)).toEqual([FileOrigin.WORKFLOW_GENERATED, workflowId, input]);
    expect(await filesOf(call, workflowId)).toEqual([input, second]);
    await create(call, projectId, { outputFiles: [{ fileId: first }] });
    const again = { workflowId, outputFiles: [{ fileId: first }], updateMask: ['output_files'] };
    expect(await catchRefusal(update(call, again))).toMatchObject(taken);
    const both = { workflowId, outputFiles: [{ fileId: input }], updateMask: ['output_files'] };
    expect(await catchRefusal(update(call, both))).toMatchObject(invalid('outputFiles'));
  });

  it('finishes links of a process that died between record and files', async () => {
    const { call, projectId, fileId } = await newWorld();
    const { id: workflowId } = await create(call, projectId);
    const workflows = running.db.collection<{ _id: string }>('workflows');
    const links = { outputFiles: [{ fileId, sourceFileId: null }], fileIds: [fileId] };
    await workflows.updateOne({ _id: workflowId }, { $set: { ...links, unsettledUntil: new Date(0) } });
    await finish();
    expect(await originOf(call, fileId)).toEqual([FileOrigin.WORKFLOW_GENERATED, workflowId, undefined]);
    expect(await workflows.countDocuments({ unsettledUntil: { $exists: true } })).toBe(0);
  });

  it('refuses what cannot be changed', async () => {
    const { call, projectId } = await newWorld(0);
    const { id: workflowId } = await create(call, projectId);
    for (const [field, updateMask] of [
      ['status', ['status']],
      ['projectId', ['project_id']],
      ['uuid', ['uuid']],
    ] as const) {
      const refused = update(call, { workflowId, updateMask: [...updateMask] });
      expect(await catchRefusal(refused)).toMatchObject(invalid(field));
    }
  });

  it('hides records of others as not found, in the words for a missing one', async () => {
    const { call, projectId } = await newWorld(0);
    const { id: workflowId } = await create(call, projectId);
    for (const change of [
      { result: 'x', updateMask: ['result'] },
      { inputFileIds: [], updateMask: ['input_file_ids'] },
    ]) {
      const foreign = await catchRefusal(update(callBy(), { workflowId, ...change }));
      expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'WORKFLOW_NOT_FOUND' });
      expect(foreign).toEqual(await catchRefusal(update(callBy(), { workflowId: newId(), ...change })));
    }
  });
});

describe('DeleteWorkflow', () => {
  it('answers the record as it was; files keep their origin, which another record may take', async () => {
    const { call, projectId, fileId } = await newWorld();
    const workflow = await create(call, projectId, { outputFiles: [{ fileId }] });
    const workflowId = workflow.id;
    expect(await running.workflows.deleteWorkflow(call, { workflowId })).toEqual({ workflow });
    expect(await catchRefusal(running.workflows.getWorkflow(call, { workflowId }))).toMatchObject({
      status: 'NOT_FOUND',
    });
    expect(await originOf(call, fileId)).toEqual([FileOrigin.WORKFLOW_GENERATED, workflowId, undefined]);
    const { id } = await create(call, projectId, { outputFiles: [{ fileId }] });
    expect(await originOf(call, fileId)).toEqual([FileOrigin.WORKFLOW_GENERATED, id, undefined]);
  });
});

function listed() {
  return { ...page, projectId: '', status: WorkflowStatus.UNSPECIFIED };
}

it('a deleted project takes its records with it, and no others', async () => {
  const { call, projectId } = await newWorld(0);
  const { id: workflowId } = await create(call, projectId);
  const other = await create(call, await newProject(running, call));
  await running.projects.deleteProject(call, { projectId });
  expect(await catchRefusal(running.workflows.getWorkflow(call, { workflowId }))).toMatchObject({
    reason: 'WORKFLOW_NOT_FOUND',
  });
  const { workflows } = await running.workflows.listWorkflows(call, listed());
  expect(workflows.map(({ id }) => id)).toEqual([other.id]);
});
