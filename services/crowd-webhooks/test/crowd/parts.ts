import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import type { Billing } from '../../src/clients/billing.ts';
import { createJob } from '../../src/domain/crowd/job/create-job.ts';
import type { WorkLinks } from '../../src/domain/crowd/claim/work-links.ts';
import type { InputSource } from '../../src/domain/crowd/job/input/input-source.ts';
import type { JobOrder } from '../../src/domain/crowd/job/job-order.ts';
import type { Question } from '../../src/domain/crowd/survey/survey.ts';
import { createAnswerStore } from '../../src/store/crowd/answer-store.ts';
import { createJobStore } from '../../src/store/crowd/job-store.ts';
import { createJobValueStore } from '../../src/store/crowd/job-value-store.ts';
import { createParticipantStore } from '../../src/store/crowd/participant-store.ts';
import { createTaskStore } from '../../src/store/crowd/task-store.ts';
import { createWorkerStore } from '../../src/store/crowd/worker-store.ts';
import { createGuestClaimStore } from '../../src/store/guest-claim-store.ts';
import { createGuestCountStore } from '../../src/store/guest-count-store.ts';
import { createGuestStore } from '../../src/store/guest-store.ts';
import { createWorkerProfileStore } from '../../src/store/worker-profile-store.ts';
import { createSurveyTemplateStore } from '../../src/store/survey-template-store.ts';
import { createSurveyVersionStore } from '../../src/store/survey-version-store.ts';
import { createParts, receiveCall } from '../parts.ts';
import type { Started } from '../start.ts';

export type CrowdParts = ReturnType<typeof createCrowdParts>;

/** Creates the parts of a process that works on jobs. The money is recorded and never refused; `values` is the input data. */
export function createCrowdParts(started: Pick<Started, 'db' | 'clock' | 'config'>, values: string[] = []) {
  const { db } = started;
  const relay = { notify: () => undefined };
  const holds: { readonly jobId: string; readonly cents: number }[] = [];
  const record = (jobId: string, cents: number) => {
    holds.push({ jobId, cents });
    return Promise.resolve();
  };
  const billing: Billing = {
    placeHold: (_call, job) => record(job.id, job.estimatedCostCents),
    raiseHold: (_call, job, { amountCents }) => record(job.id, amountCents),
    releaseHold: () => Promise.resolve(),
    releaseRaise: () => Promise.resolve(),
    confirmHold: () => Promise.resolve(),
    listMovements: () => Promise.resolve([]),
    readAvailableCents: () => Promise.resolve(0),
  };
  const inputs: InputSource = {
    listFiles: (_call, _projectId, fileIds) =>
      Promise.resolve(fileIds.map((id) => ({ id, name: '', isPublic: true }))),
    listVersionFiles: () => Promise.resolve([]),
    readInputData: () => Promise.resolve({ lists: [{ id: 'list', name: 'item', values }], groups: [] }),
    markUsed: () => Promise.resolve(),
    prepareFiles: () => Promise.resolve(),
  };
  const closed = new Set<string>();
  return {
    ...createParts(started),
    holds,
    inputs,
    closed,
    workLinks: createFileLinks(closed),
    stageMaps: { list: () => Promise.resolve([]) },
    guestClaims: createGuestClaimStore(db),
    jobs: createJobStore(db, relay),
    tasks: createTaskStore(db),
    jobValues: createJobValueStore(db),
    answers: createAnswerStore(db, relay),
    workers: createWorkerStore(db, relay),
    participants: createParticipantStore(db),
    guests: createGuestStore(db),
    guestCounts: createGuestCountStore(db),
    guestsPerAddress: 20,
    workerProfiles: createWorkerProfileStore(db),
    surveyTemplates: createSurveyTemplateStore(db),
    surveyVersions: createSurveyVersionStore(db),
    prices: { feePercent: 20, minHourlyCents: 900 },
    projects: { check: () => Promise.resolve() },
    contacts: {
      isMember: (_call: unknown, userId: string) => Promise.resolve(userId !== unknownUserId),
      notifyMembers: () => Promise.resolve(),
    },
    billing,
  };
}

/** Creates the links of projects-files. Outsiders get none to the files in `closed`, which tests change. */
function createFileLinks(closed: ReadonlySet<string>): WorkLinks {
  return {
    create: (_call, _organizationId, { fileIds, isOutsider }) => {
      if (isOutsider && fileIds.some((id) => closed.has(id))) return Promise.resolve('closed');
      const sizes = { width: undefined, height: undefined, durationSeconds: undefined };
      const links = fileIds.map((fileId) => ({
        fileId,
        url: `https://files/${fileId}`,
        mimeType: 'image/png',
      }));
      return Promise.resolve(links.map((link) => ({ ...link, ...sizes })));
    },
    findClosed: (_call, _organizationId, fileIds) =>
      Promise.resolve(new Set(fileIds.filter((id) => closed.has(id)))),
  };
}

/** A user who is no member of any organization. */
export const unknownUserId = 'unknown0000000000000000u';

export const isFlood: Question = {
  key: 'flood',
  type: 'boolean',
  label: 'Does {{item.value}} show a flood?',
  helpText: undefined,
  required: true,
  options: [],
  min: undefined,
  max: undefined,
  showIf: undefined,
  golden: undefined,
};

/** Creates a job with a survey of its own, one task for each value of the input data. */
export async function newJob(
  parts: CrowdParts,
  call: CallContext,
  change: Partial<JobOrder> = {},
  questions: readonly Question[] = [isFlood],
) {
  return createJob(parts, call, await newOrder(parts, call, change, questions));
}

/** Builds the terms of a job, and publishes its survey. */
export async function newOrder(
  parts: CrowdParts,
  call: CallContext,
  change: Partial<JobOrder> = {},
  questions: readonly Question[] = [isFlood],
): Promise<JobOrder> {
  const { organizationId } = call;
  const templateId = newId();
  const surveyVersionId = newId();
  const createdAt = parts.clock.now();
  await parts.surveyTemplates.insert({
    id: templateId,
    organizationId,
    projectId: undefined,
    name: 'test',
    language: 'en',
    createdBy: 'somebody',
    createdAt,
  });
  await parts.surveyVersions.insert({
    id: surveyVersionId,
    organizationId,
    templateId,
    publishedAt: createdAt,
    title: 'Test',
    introduction: undefined,
    questions,
  });
  return {
    projectId: newId(),
    name: 'job',
    title: 'Floods',
    description: '',
    surveyVersionId,
    category: 'survey',
    language: 'en',
    inputDataSetId: newId(),
    datasetVersionId: undefined,
    fileIds: [],
    rewardCents: 10,
    claimTtlMinutes: 30,
    autoAcceptHours: 168,
    blind: true,
    guestsAllowed: false,
    validUntil: new Date(createdAt.getTime() + days(30)),
    audience: 'organization',
    watcherIds: [],
    requiredQualifications: [],
    goldenTaskRatio: 0,
    grantsQualification: undefined,
    minResponses: change.maxRepetitions ?? 1,
    maxRepetitions: 1,
    consensusThreshold: undefined,
    regionsRequested: false,
    estimatedMinutes: undefined,
    maxCostCents: undefined,
    webhooks: [],
    ...change,
  };
}

/** Builds the call of another user of the organization. */
export function callAs(call: CallContext, userId: string): CallContext {
  if (call.actor.kind !== 'user') throw new Error('the call has no user');
  return { ...call, actor: { ...call.actor, userId } };
}

export { receiveCall };
