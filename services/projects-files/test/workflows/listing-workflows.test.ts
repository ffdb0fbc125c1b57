import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { WorkflowStatus } from '@assay/proto/workflows/v1/workflow';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newWorld as newWorldOf, record } from './new-workflow.ts';
import type { newWorkflow } from './new-workflow.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const page = { limit: 20, offset: 0 };
const newWorld = (fileCount?: number) => newWorldOf(running, fileCount);
const create = (call: OutgoingCall, ...given: Parameters<typeof newWorkflow>) =>
  record(running, call, ...given);

describe('records are read', () => {
  it('lists by project and status, newest first, by cursor', async () => {
    const { call, projectId } = await newWorld(0);
    const made = [];
    for (const status of [WorkflowStatus.FINISHED, WorkflowStatus.ERROR, WorkflowStatus.FINISHED]) {
      made.unshift((await create(call, projectId, { status })).id);
      running.clock.advance(1);
    }
    const other = await create(call, await newProject(running, call));
    const ids = async (filter: object) => {
      const { workflows, total } = await running.workflows.listWorkflows(call, { ...listed(), ...filter });
      return [total, workflows.map(({ id }) => id)];
    };
    expect(await ids({})).toEqual([4, [other.id, ...made]]);
    expect(await ids({ projectId })).toEqual([3, made]);
    expect(await ids({ projectId, status: WorkflowStatus.ERROR })).toEqual([1, [made[1]]]);
    expect(await ids({ status: WorkflowStatus.NO_RESULT })).toEqual([0, []]);
    const first = await running.workflows.listWorkflows(call, { ...listed(), limit: 3, cursor: '' });
    expect(await ids({ cursor: first.nextCursor })).toEqual([4, [made[2]]]);
  });

  it('shows what a pipeline read and made, each file once', async () => {
    const { call, projectId, fileIds } = await newWorld(3);
    const [input = '', first = '', second = ''] = fileIds;
    const pipelineId = randomUUID();
    const links = { pipelineId, inputFileIds: [input] };
    await create(call, projectId, { ...links, outputFiles: [{ fileId: first }] });
    running.clock.advance(1);
    await create(call, projectId, { ...links, outputFiles: [{ fileId: second }] });
    const read = async (given: object) => {
      const request = { pipelineId, limit: 20, ...given };
      const { files } = await running.workflows.listPipelineFiles(call, request);
      const names = [files?.input, files?.output].map((list) => list?.map(({ id }) => id));
      return { names, nextCursor: files?.nextCursor };
    };
    expect(await read({})).toEqual({ names: [[input], [second, first]], nextCursor: undefined });
    const newest = await read({ limit: 1 });
    expect(newest.names).toEqual([[input], [second]]);
    expect((await read({ limit: 1, cursor: newest.nextCursor })).names).toEqual([[input], [first]]);
    const foreign = await catchRefusal(
      running.workflows.listPipelineFiles(callBy(), { pipelineId, limit: 1 }),
    );
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'PIPELINE_NOT_FOUND' });
    const missing = running.workflows.listPipelineFiles(callBy(), { pipelineId: randomUUID(), limit: 1 });
    expect(foreign).toEqual(await catchRefusal(missing));
  });

  it.each(['getWorkflow', 'listWorkflowFiles', 'deleteWorkflow'] as const)(
    '%s hides records of others as not found, in the words for a missing one',
    async (rpc) => {
      const { call, projectId } = await newWorld(0);
      const { id: workflowId } = await create(call, projectId);
      const foreign = await catchRefusal(running.workflows[rpc](callBy(), { workflowId }));
      expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'WORKFLOW_NOT_FOUND' });
      expect(foreign).toEqual(await catchRefusal(running.workflows[rpc](callBy(), { workflowId: newId() })));
    },
  );

  it('hides projects and files of others in lists', async () => {
    const { call, projectId, fileId } = await newWorld();
    expect((await running.workflows.listFileWorkflows(call, { ...page, fileId })).total).toBe(0);
    const list = (of: string) => running.workflows.listWorkflows(callBy(), { ...listed(), projectId: of });
    expect(await catchRefusal(list(projectId))).toEqual(await catchRefusal(list(newId())));
    const ofFile = (id: string) => running.workflows.listFileWorkflows(callBy(), { ...page, fileId: id });
    expect(await catchRefusal(ofFile(fileId))).toEqual(await catchRefusal(ofFile(newId())));
  });
});

function listed() {
  return { ...page, projectId: '', status: WorkflowStatus.UNSPECIFIED };
}
