/** The price of a job and the limits of its terms. */
import type { CallContext } from '@assay/chassis/call-context';
import { CrowdJobsServiceService, NewCrowdJob } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { QualificationOperator } from '@assay/proto/crowd/v1/crowd_job';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '../../../src/domain/crowd/job/create-job.ts';
import { estimateJob } from '../../../src/domain/crowd/job/estimate-job.ts';
import { extendJob } from '../../../src/domain/crowd/job/extend-job.ts';
import type { Question } from '../../../src/domain/crowd/survey/survey.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { createCrowdParts, isFlood, newJob, newOrder, receiveCall } from '../parts.ts';
import { findReason } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['one', 'two', 'three']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

describe('the estimate of a job', () => {
  const repetitions = { maxRepetitions: 4, minResponses: 2 };
  it.each([
    ['counts the repetitions without a threshold', {}, 144],
    ['counts the first answers with a threshold', { consensusThreshold: 0.9 }, 72],
  ])('%s', async (_name, change, minCents) => {
    const order = await newOrder(parts, call, { ...repetitions, ...change });
    const expectedCents = minCents;
    expect(await estimateJob(parts, call, order)).toMatchObject({
      minCents,
      expectedCents,
      maxCents: 144,
      feeCents: 24,
      variantCount: 3,
      maxSlots: 12,
    });
  });
});

describe('the maximum cost', () => {
  it('is refused before anything is held, by one cent', async () => {
    const order = await newOrder(parts, call, { maxCostCents: 35 });
    const details = { maxCostCents: 35, costCents: 36 };
    const before = parts.holds.length;
    for (const attempt of [createJob, estimateJob]) {
      const expected = { reason: 'MAX_COST_EXCEEDED', details };
      expect(await catchRefusal(attempt(parts, call, order))).toMatchObject(expected);
    }
    expect(parts.holds).toHaveLength(before);
    const exact = await newOrder(parts, call, { maxCostCents: 36 });
    const { job } = await createJob(parts, call, exact);
    expect(parts.holds.at(-1)).toEqual({ jobId: job.id, cents: 36 });
  });
});

describe('an extension', () => {
  it('holds the money of its slots, and changes nothing without it', async () => {
    const { job } = await newJob(parts, call);
    const extension = { jobId: job.id, additionalRepetitions: 2, validUntil: undefined };
    const refused = Object.assign(new Error('the balance is too low'), { reason: 'INSUFFICIENT_BALANCE' });
    const poor = { ...parts, billing: { ...parts.billing, raiseHold: () => Promise.reject(refused) } };
    expect(await findReason(extendJob(poor, call, extension))).toBe('INSUFFICIENT_BALANCE');
    expect(await parts.jobs.find(job.id)).toMatchObject({ maxRepetitions: 1, pendingHolds: [] });
    await extendJob(parts, call, extension);
    expect(parts.holds.at(-1)).toEqual({ jobId: job.id, cents: 72 });
    expect(await parts.jobs.find(job.id)).toMatchObject({ maxRepetitions: 3, pendingHolds: [] });
  });
});

describe('the answers to a variant', () => {
  const longChoice = (key: string): Question => ({
    ...isFlood,
    key,
    type: 'single_choice',
    label: 'Which one?',
    options: ['a', 'b'].map((letter) => ({ value: letter.repeat(200), label: letter, exclusive: false })),
  });

  it('are at most 1,000 with those of extensions', async () => {
    const { job } = await newJob(parts, call, { maxRepetitions: 999 });
    const extend = (additionalRepetitions: number) =>
      extendJob(parts, call, { jobId: job.id, additionalRepetitions, validUntil: undefined });
    const details = { field: 'additionalRepetitions', limit: 1_000 };
    expect(await catchRefusal(extend(2))).toMatchObject({ status: 'INVALID_ARGUMENT', details });
    expect(await extend(1)).toMatchObject({ maxRepetitions: 1_000 });
  });

  it('fit into the document of their task', async () => {
    const questions = Array.from({ length: 100 }, (_, index) => longChoice(`question${index.toString()}`));
    const order = await newOrder(parts, call, { maxRepetitions: 1_000, minResponses: 1 }, questions);
    const details = { field: 'maxRepetitionsPerVariant', limit: 341 };
    expect(await catchRefusal(createJob(parts, call, order))).toMatchObject({ details });
    const smaller = { ...order, maxRepetitions: 341 };
    expect(await estimateJob(parts, call, smaller)).toMatchObject({ maxSlots: 1_023 });
  });
});

describe('a required qualification', () => {
  const operators = {
    equals: QualificationOperator.EQUALS,
    one_of: QualificationOperator.ONE_OF,
    at_least: QualificationOperator.AT_LEAST,
  };
  type Operator = keyof typeof operators;
  const estimate = async (key: string, operator: Operator, value: unknown) => {
    const client = started.platform.connect(started.service.grpcAddress).client(CrowdJobsServiceService);
    const { projectId, surveyVersionId } = await newOrder(parts, call, {}, [
      { ...isFlood, label: 'Is it a flood?' },
    ]);
    const job = NewCrowdJob.fromPartial({
      projectId,
      surveyTemplateVersionId: surveyVersionId,
      name: 'n',
      title: 't',
      description: 'd',
      requiredQualifications: [{ key, operator: operators[operator], value }],
    });
    const { organizationId, actor, requestId } = call;
    return client.estimateCrowdJob({ organizationId, actor, requestId }, { job });
  };

  it.each<[string, Operator, unknown, string]>([
    ['Medical Degree', 'equals', true, 'key'],
    ['completedtasks!', 'at_least', 1, 'key'],
    ['language', 'equals', 7, 'value'],
    ['language', 'one_of', ['en', 'xx'], 'value'],
    ['country', 'equals', 'de', 'value'],
    ['country', 'at_least', 'DE', 'value'],
    ['deviceType', 'equals', 'watch', 'value'],
    ['quality', 'at_least', 1.01, 'value'],
    ['quality', 'equals', 'high', 'value'],
    ['completedTasks', 'at_least', 1.5, 'value'],
    ['completedTasks', 'equals', -1, 'value'],
    ['medical_degree', 'one_of', [], 'value'],
    ['medical_degree', 'one_of', [['a']], 'value'],
    ['medical_degree', 'equals', ['a'], 'value'],
  ])('that no worker can have is refused: %s %s %j', async (key, operator, value, member) => {
    expect(await catchRefusal(estimate(key, operator, value))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field: `requiredQualifications.0.${member}` },
    });
  });

  it.each<[string, Operator, unknown]>([
    ['language', 'one_of', ['en', 'de']],
    ['country', 'equals', 'DE'],
    ['deviceType', 'equals', 'tablet'],
    ['quality', 'at_least', 0.8],
    ['completedTasks', 'at_least', 20],
    ['medical_degree', 'equals', true],
    ['medical_degree', 'one_of', [1, 'two', false]],
  ])('that a worker can have is accepted: %s %s %j', async (key, operator, value) => {
    expect(await estimate(key, operator, value)).toMatchObject({ variantCount: 1, maxSlots: 1 });
  });
});
