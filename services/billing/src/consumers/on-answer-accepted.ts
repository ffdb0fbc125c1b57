import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { AnswerAccepted } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { chargeAnswer } from '../domain/job-hold/charge-answer.ts';

/**
 * Charges an accepted answer. When its hold is missing or too small, the event is tried again, because a hold may still arrive, and
 * becomes a dead letter. The price of a run includes the answers to its stages (ADR 0070).
 */
export const onAnswerAccepted = consumes<Deps, AnswerAccepted>({
  message: AnswerAccepted,
  requires: ['organizationId', 'jobId', 'answerId'],
  async handle(deps, { value }, { logger }) {
    const { organizationId, jobId, answerId, chargeCents, runId = '', stageSlug = '' } = value;
    if (chargeCents < 0) throw new PoisonError('the answer cost less than nothing');
    if (runId !== '') logger.info({ runId, jobId, answerId }, 'the answer is in the price of its run');
    if (chargeCents === 0 || runId !== '') return;
    await chargeAnswer(deps, { organizationId, jobId, answerId, chargeCents, stageSlug });
  },
});
