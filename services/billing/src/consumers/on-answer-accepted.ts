import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { AnswerAccepted } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { chargeAnswer } from '../domain/job-hold/charge-answer.ts';
import { chargeRunAnswer } from '../domain/run-hold/charge-run-answer.ts';

/**
 * Charges an accepted answer from the hold of its run, or else of its job. When the hold is missing or too small, the event is tried
 * again, because a hold may still arrive, and becomes a dead letter.
 */
export const onAnswerAccepted = consumes<Deps, AnswerAccepted>({
  message: AnswerAccepted,
  requires: ['organizationId', 'jobId', 'answerId'],
  async handle(deps, { value }) {
    const { organizationId, jobId, answerId, chargeCents, runId = '', stageSlug = '', holdId } = value;
    if (chargeCents < 0) throw new PoisonError('the answer cost less than nothing');
    if (chargeCents === 0) return;
    const answer = { organizationId, jobId, answerId, chargeCents, stageSlug };
    if (runId === '') await chargeAnswer(deps, answer);
    else await chargeRunAnswer(deps, { ...answer, runId, holdId });
  },
});
