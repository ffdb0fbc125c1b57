import { newId } from '@assay/chassis/ids';
import { hours } from '@assay/chassis/units';
import type { Job } from '../../../src/domain/crowd/job/job.ts';
import type { SurveyTemplate } from '../../../src/domain/crowd/survey/survey.ts';
import type { Claim, Task } from '../../../src/domain/crowd/task/task.ts';
import type { Worker } from '../../../src/domain/crowd/worker/worker.ts';

export const now = new Date('2026-01-02T03:04:05Z');
export const later = new Date(now.getTime() + hours(1));
export const relay = { notify: () => undefined };
export const organizationId = newId();
export const projectId = newId();
export const jobId = newId();
export const taskId = newId();
export const fileId = newId();
export const call = {
  actor: { kind: 'service', service: 'test' },
  organizationId,
  requestId: newId(),
} as const;

export const hold = { holdId: newId(), operationId: newId(), amountCents: 1, since: now, isAbandoned: false };
export const job: Job = {
  id: jobId,
  organizationId,
  projectId,
  status: 'assignable',
  name: 'job',
  title: 'Floods',
  description: '',
  category: 'survey',
  language: 'en',
  surveyVersionId: newId(),
  inputDataSetId: undefined,
  datasetVersionId: undefined,
  rewardCents: 10,
  claimTtlMinutes: 30,
  autoAcceptHours: 168,
  blind: true,
  guestsAllowed: false,
  audience: 'organization',
  watcherIds: [],
  requiredQualifications: [],
  goldenTaskRatio: 0,
  grantsQualification: undefined,
  minResponses: 1,
  consensusThreshold: undefined,
  regionsRequested: false,
  estimatedMinutes: undefined,
  validUntil: later,
  variantCount: 1,
  maxRepetitions: 1,
  goldenSlots: 1,
  goldenClaims: 0,
  unitCents: 12,
  estimatedCostCents: 12,
  releases: [{ slots: 1, at: now }],
  extensionIds: [],
  pendingHolds: [],
  hasDeletedFiles: false,
  hasSurplusSlots: false,
  isRejectionLimitLifted: false,
  createdBy: newId(),
  createdAt: now,
  updatedAt: now,
  revision: 0,
};
export const worker: Worker = {
  id: newId(),
  organizationId,
  personKey: `user:${newId()}`,
  isGuest: false,
  isBlocked: false,
  goldenTotal: 0,
  goldenCorrect: 0,
  completedTasks: 0,
  qualifications: {},
  createdAt: now,
};
export const { id: workerId, personKey } = worker;
export const claim: Claim = {
  id: newId(),
  workerId,
  state: 'open',
  repetitionIndex: 0,
  claimedAt: now,
  isExtended: false,
  expiresAt: now,
};
export const task: Task = {
  id: taskId,
  organizationId,
  jobId,
  place: 0,
  variantIndex: 0,
  isGolden: false,
  repetitions: 1,
  variant: { values: {}, fileIds: [fileId] },
  slots: 1,
  unopened: 0,
  closed: 0,
  claims: [claim],
  claimCount: 1,
  returned: 0,
  expired: 0,
  revision: 0,
};
export const template: SurveyTemplate = {
  id: newId(),
  organizationId,
  projectId,
  name: 'test',
  language: 'en',
  createdBy: newId(),
  createdAt: now,
};
