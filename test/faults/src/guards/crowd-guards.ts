import type { GuardedFile } from './guard.ts';

const crowd = 'services/crowd-webhooks';

/** Jobs, claims, answers and money of crowd jobs. */
export const crowdGuards: readonly GuardedFile[] = [
  {
    package: crowd,
    file: 'src/domain/crowd/claim/find-claim.ts',
    tests: [
      'test/crowd/outsiders/access.test.ts',
      'test/crowd/claims/claims.test.ts',
      'test/crowd/outsiders/guests.test.ts',
    ],
    guards: [
      [
        'a worker ends the claim of another worker',
        'claim === undefined || claim.workerId !== participant?.workerId) {',
        'claim === undefined || participant === undefined) {',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/job/check-job-access.ts',
    tests: [
      'test/crowd/outsiders/access.test.ts',
      'test/crowd/outsiders/outsiders.test.ts',
      'test/crowd/outsiders/guests.test.ts',
    ],
    guards: [
      [
        'the token of a guest opens any job',
        'return actor.jobId === id;',
        "return actor.jobId !== '' && id !== '';",
      ],
      [
        'outsiders get files as members do',
        "return call.actor.kind !== 'user' || call.organizationId !== organizationId;",
        "return call.actor.kind === 'service' && call.organizationId !== organizationId;",
      ],
      [
        'a person of another organization works on a job for its members',
        "return callerOrganization === organizationId || audience === 'everyone' || guestsAllowed;",
        "return callerOrganization !== '' || audience === 'everyone' || guestsAllowed;",
      ],
      [
        'a person without a credential works on a job without guests',
        'return guestsAllowed;\n',
        'return guestsAllowed || true;\n',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/job/input/inputs.ts',
    tests: ['test/crowd/outsiders/outsiders.test.ts'],
    guards: [
      [
        'a job for outsiders is created with a private file',
        "return guestsAllowed || audience === 'everyone';",
        "return guestsAllowed && audience === 'everyone' && !guestsAllowed;",
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/store/crowd/answer-store.ts',
    tests: ['test/crowd/outsiders/access.test.ts', 'test/crowd/reviews.test.ts'],
    guards: [
      [
        'an answer is read through another job',
        'findInJob: (jobId, _id) => findOne({ _id, jobId, status: { $in: visible } }),',
        'findInJob: (_jobId, _id) => findOne({ _id, status: { $in: visible } }),',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/job/extend-job.ts',
    tests: ['test/crowd/states.test.ts', 'test/crowd/money/interrupted-holds.test.ts'],
    guards: [['a job is extended without its money', 'await deps.billing.raiseHold(call, job, hold);', '']],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/job/create-job.ts',
    tests: ['test/crowd/terms/terms.test.ts', 'test/crowd/states.test.ts'],
    guards: [
      [
        'a job costs more than maxCostCents',
        'if (maxCostCents === undefined || costCents <= maxCostCents) return;',
        'return;',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/store/crowd/task-store.ts',
    tests: [
      'test/crowd/outsiders/access.test.ts',
      'test/crowd/claims/claims.test.ts',
      'test/crowd/workers.test.ts',
    ],
    guards: [
      ['a worker gets a variant twice', 'workers: { $ne: workerId },', ''],
      [
        'two writers of a task both win',
        'collection.replaceOne({ _id, jobId, revision }',
        'collection.replaceOne({ _id, jobId }',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/answer/reject-answer.ts',
    tests: ['test/crowd/reviews.test.ts'],
    guards: [
      [
        'an accepted answer is rejected',
        "if (answer.status !== 'pending_review') throw",
        "if (answer.status === 'rejected') throw",
      ],
      [
        'more answers are rejected than the limit allows',
        'if (rejected + 1 <= freeRejections || share <= maxRejectedShare) return;',
        'return;',
      ],
    ],
  },
  {
    package: crowd,
    file: 'src/domain/crowd/appeal/resolve-appeal.ts',
    tests: ['test/crowd/appeals.test.ts'],
    guards: [
      [
        'a person who rejected an answer decides its appeal',
        'if (userId !== appeal.rejectedBy && personKey !== `user:${userId}`) return;',
        'if (personKey !== `user:${userId}`) return;',
      ],
      [
        'a worker decides an own appeal',
        'if (userId !== appeal.rejectedBy && personKey !== `user:${userId}`) return;',
        'if (userId !== appeal.rejectedBy) return;',
      ],
    ],
  },
];
