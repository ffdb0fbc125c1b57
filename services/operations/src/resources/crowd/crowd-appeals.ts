import { AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { one, page } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Operation } from '../../operation.ts';

const rpcs = AppealsServiceService;

/** The operation of workers. */
export const workerAppeals: Readonly<Record<string, Operation>> = {
  createAppeal: operation('POST /v2/answers/:answerId/appeal', rpcs.createAppeal, {
    summary: 'Appeal against a rejection',
    description:
      'Asks for a second decision about your answer, within 7 days after it was rejected ({APPEAL_EXPIRED}). An answer has one appeal ' +
      '({APPEAL_EXISTS}); an answer that is not rejected is refused with {ANSWER_STATE}. You read the decision in {listWorkerAnswers}. ' +
      'Guests and members of other organizations appeal only while the file of the task is `public` ({CLAIM_WITHDRAWN}).',
    status: 201,
    errors: ['ANSWER_STATE', 'APPEAL_EXISTS', 'APPEAL_EXPIRED', 'CLAIM_WITHDRAWN', 'CONCURRENT_CHANGE'],
    answer: one('appeal', 'The appeal.'),
  }),
};

/** The operations of requesters. */
export const crowdAppeals: Readonly<Record<string, Operation>> = {
  listCrowdAppeals: operation('GET /v2/crowd-jobs/:jobId/appeals', rpcs.listAppeals, {
    summary: 'List the appeals of a crowd job',
    description: 'Lists the appeals of workers against rejections, newest first.',
    answer: page('appeals', 'A page of appeals.'),
  }),
  resolveCrowdAppeal: operation('POST /v2/appeals/:appealId/resolve', rpcs.resolveAppeal, {
    summary: 'Decide an appeal',
    description:
      'With `overturned` the answer is accepted and paid, as if you had accepted it, with `note` as its note. It gets its slot back, or a new ' +
      'one whose money is reserved first. With `upheld` the rejection stays. The person who rejected the answer and its worker cannot decide ' +
      '({APPEAL_PARTY}). A repeated call changes nothing; the opposite decision is refused with {APPEAL_STATE}. The decision is audited.',
    errors: [
      'APPEAL_PARTY',
      'APPEAL_STATE',
      'INSUFFICIENT_BALANCE',
      'SPEND_LIMIT_EXCEEDED',
      'CONCURRENT_CHANGE',
    ],
    answer: one('appeal', 'The decided appeal.'),
  }),
};
