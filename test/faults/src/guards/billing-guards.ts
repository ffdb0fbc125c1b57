import type { GuardedFile } from './guard.ts';

const billing = 'services/billing';

export const billingGuards: readonly GuardedFile[] = [
  {
    package: billing,
    file: 'src/store/account/account-store.ts',
    tests: ['test/ledger/interleaving.test.ts', 'test/ledger/money.test.ts'],
    guards: [['an account changes whatever its revision is', 'revision: before.version,', '']],
  },
  {
    package: billing,
    file: 'src/domain/hold/reserve-money.ts',
    tests: ['test/hold/holds.test.ts', 'test/hold/spend-limits.test.ts'],
    guards: [
      [
        'a hold exceeds the balance',
        'if (availableCents < amountCents) throw',
        'if (availableCents < 0) throw',
      ],
      [
        'a hold exceeds the limit of its key',
        'for (const limit of limits) checkSpendLimit({',
        'for (const limit of []) checkSpendLimit({',
      ],
    ],
  },
  {
    package: billing,
    file: 'src/domain/job-hold/charge-answer.ts',
    tests: ['test/job-hold/job-holds.test.ts', 'test/job-hold/any-order.test.ts'],
    guards: [
      [
        'a charge exceeds the hold of its job',
        'if (chargeCents > hold.leftCents) throw',
        'if (chargeCents < 0) throw',
      ],
      ['an answer is charged for each delivery of its event', 'if (isRepeated) return undefined;', ''],
    ],
  },
  {
    package: billing,
    file: 'src/domain/hold/place-hold.ts',
    tests: ['test/hold/holds.test.ts', 'test/hold/further-holds.test.ts'],
    guards: [
      [
        'a hold is placed after its release',
        'if (causes.some((cause) => applied.has(cause))) throw holdEnded();',
        '',
      ],
    ],
  },
  {
    package: billing,
    file: 'src/domain/job-hold/release-job-funds.ts',
    tests: ['test/job-hold/job-holds.test.ts', 'test/job-hold/any-order.test.ts'],
    guards: [
      [
        'more is released than a job holds',
        "throw notFound('hold');\n        const { leftCents } = job.hold;\n        if (amountCents > leftCents) throw",
        "throw notFound('hold');\n        const { leftCents } = job.hold;\n        if (amountCents < 0) throw",
      ],
    ],
  },
  {
    package: billing,
    file: 'src/domain/run-hold/charge-run-answer.ts',
    tests: ['test/run-hold/run-holds.test.ts', 'test/run-hold/any-order.test.ts'],
    guards: [
      [
        'a charge exceeds the hold of its run',
        'if (chargeCents > hold.leftCents) throw',
        'if (chargeCents < 0) throw',
      ],
      [
        'an answer of a run is charged for each delivery of its event',
        'if (state.isRepeated) return undefined;',
        '',
      ],
    ],
  },
  {
    package: billing,
    file: 'src/domain/run-hold/run-hold.ts',
    tests: ['test/run-hold/any-order.test.ts'],
    guards: [
      [
        'the hold of a run is released before its jobs have closed',
        'if (end === undefined || end.crowdJobIds.some((jobId) => !closedJobs.has(jobId))) return 0;',
        'if (end === undefined) return 0;',
      ],
    ],
  },
  {
    package: billing,
    file: 'src/domain/run-hold/end-run.ts',
    tests: ['test/run-hold/run-holds.test.ts'],
    guards: [
      [
        'a run costs more than is left of its hold',
        'if (costCents > state.hold.leftCents)',
        'if (costCents < 0)',
      ],
    ],
  },
];
