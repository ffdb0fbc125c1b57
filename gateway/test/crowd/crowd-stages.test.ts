import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError, invalidField } from '@assay/chassis/errors';
import { Run, Stage, StageCommitment, StagePeople } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startAdminGateway();
});
beforeEach(() => gateway.reset());
afterAll(() => gateway.stop());

const { startRun, estimateRun, runPipeline, getRun } = RunsServiceService;
const run = sampled(Run);
const runs = `/v2/projects/${run.projectId}/verification-runs`;
const camelCase = { pipelineSlug: 'image-expert-review', fileIds: ['f'] };
const snakeCase = { pipeline_id: 'image-expert-review', file_ids: ['f'] };

const starts = [
  ['a start in camel case', `POST ${runs}`, startRun, camelCase],
  ['a start in snake case', `POST ${runs}`, startRun, snakeCase],
  ['an estimate in camel case', `POST ${runs}/estimate`, estimateRun, camelCase],
  ['an estimate in snake case', `POST ${runs}/estimate`, estimateRun, snakeCase],
  ['a start per file', `POST /v2/projects/${run.projectId}/run-pipeline`, runPipeline, camelCase],
] as const;

describe.each(starts)('%s', (_name, route, rpc, body) => {
  it('passes on whom its crowd stages ask', async () => {
    const calls = gateway.record(rpc);
    const crowd = { audience: 'everyone', guestsAllowed: true, validHours: 720, unpaid: true };
    expect((await send(gateway, route, { ...body, crowd })).status).toBeLessThan(300);
    expect(calls).toMatchObject([{ request: { crowd: { ...crowd, audience: 'AUDIENCE_EVERYONE' } } }]);
  });

  it('leaves what is not sent to the service', async () => {
    const calls = gateway.record(rpc);
    for (const crowd of [undefined, null, {}, { guestsAllowed: null, validHours: null }]) {
      await send(gateway, route, { ...body, crowd });
    }
    const defaults = { audience: 'AUDIENCE_UNSPECIFIED' };
    expect(calls.map(({ request }) => request.crowd)).toEqual([undefined, undefined, defaults, defaults]);
  });

  it.each([
    [{ audience: 'guests' }, 'crowd.audience'],
    [{ validHours: 0 }, 'crowd.validHours'],
    [{ validHours: 721 }, 'crowd.validHours'],
    [{ unpaid: 'yes' }, 'crowd.unpaid'],
    [{ language: 'de' }, 'crowd.language'],
    ['everyone', 'crowd'],
  ])('is 400 for %j, and names the member', async (crowd, field) => {
    const calls = gateway.record(rpc);
    expect(await send(gateway, route, { ...body, crowd })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
    });
    expect(calls).toEqual([]);
  });

  it('is 400 for guests who would be paid', async () => {
    gateway.answer(rpc, () => Promise.reject(invalidField('crowd.guestsAllowed', 'Set `unpaid`.')));
    expect(await send(gateway, route, { ...body, crowd: { guestsAllowed: true } })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field: 'crowd.guestsAllowed' } } },
    });
  });

  it('is 422 with the file that outsiders may not see', async () => {
    const refusal = new DomainError('FAILED_PRECONDITION', 'FILE_NOT_PUBLIC', 'Make the file public.', {
      details: { fileId: 'f' },
    });
    gateway.answer(rpc, () => Promise.reject(refusal));
    expect(await send(gateway, route, { ...body, crowd: { audience: 'everyone' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'UNPROCESSABLE_ENTITY', details: { fileId: 'f' } } },
    });
  });
});

describe('a stage that asks people', () => {
  const machine = sampled(Stage);
  const crowdJobId = 'j'.repeat(24);
  const readStages = async (stage: Partial<Stage>): Promise<unknown> => {
    const stages = [machine, Stage.fromPartial({ ...machine, type: 'STAGE_TYPE_CROWD', ...stage })];
    gateway.answer(getRun, () => Promise.resolve({ run: Run.fromPartial({ ...run, stages }) }));
    return (await send(gateway, `GET ${runs}/${run.id}`)).body;
  };

  it('shows its job, the answers so far and the commitment while it waits', async () => {
    const people = StagePeople.fromPartial({ responses: 3, maxResponses: 7, untestedWorkers: 3 });
    const commitment = sampled(StageCommitment);
    expect(await readStages({ crowdJobId, people, commitment })).toMatchObject({
      stages: [
        { stageType: 'ai', crowdJobId: null, jobId: null, people: null, commitment: null },
        {
          stageType: 'crowd',
          crowdJobId,
          jobId: null,
          people: {
            responses: 3,
            maxResponses: 7,
            testedWorkers: 0,
            untestedWorkers: 3,
            consensus: null,
            llr: 0,
            isCapped: false,
            areas: [],
            endedBy: null,
          },
          commitment: { sha256: commitment.sha256, createdAt: commitment.createdAt?.toISOString() },
        },
      ],
    });
  });

  it('shows what people found when it has ended, also where no map can be compared', async () => {
    const people = { ...sampled(StagePeople), areas: [{ artifactId: 'm' }] };
    expect(await readStages({ crowdJobId, people: StagePeople.fromPartial(people) })).toMatchObject({
      stages: [{}, { people: { ...sampled(StagePeople), areas: [{ artifactId: 'm', iou: null }] } }],
    });
  });
});
