import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import type { Answer } from '../../src/domain/crowd/answer/answer.ts';
import type { Job } from '../../src/domain/crowd/job/job.ts';

/** Builds an answer to a job, of a worker of its own, who says yes. */
export function newAnswer(job: Job, change: Partial<Answer> = {}): Answer {
  const { id: jobId, organizationId, projectId, title: jobTitle, rewardCents, unitCents } = job;
  const submittedAt = change.submittedAt ?? job.createdAt;
  return {
    id: newId(),
    organizationId,
    projectId,
    jobId,
    jobTitle,
    rewardCents,
    unitCents,
    taskId: newId(),
    variantIndex: 0,
    repetitionIndex: 0,
    workerId: newId(),
    personKey: `user:${newId()}`,
    isGuest: false,
    isGolden: false,
    status: 'pending_review',
    claimedAt: submittedAt,
    submittedAt,
    answers: [{ questionKey: 'flood', questionType: 'boolean', value: true, label: undefined }],
    regions: [],
    attentionChecksPassed: undefined,
    goldenTotal: 0,
    goldenCorrect: 0,
    workerMetadata: {
      language: undefined,
      country: undefined,
      deviceType: undefined,
      completedTasks: 0,
      qualityScore: undefined,
      qualifications: {},
    },
    inputDataSnapshot: { 'item.value': 'item' },
    fileIds: [],
    autoAccepted: false,
    review: undefined,
    appeal: undefined,
    autoAcceptAt: new Date(submittedAt.getTime() + days(7)),
    revision: 0,
    ...change,
  };
}
