import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ResponseSubmitted } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { takeResponse } from '../domain/crowd/take-response.ts';

/** One that comes late, again, or of a person who has answered already changes nothing. */
export const onResponseSubmitted = consumes<Deps, ResponseSubmitted>({
  message: ResponseSubmitted,
  async handle(deps, event, { logger }) {
    const {
      responseId: id,
      organizationId,
      runId,
      stageId,
      workerId,
      value,
      goldCorrect,
      goldTotal,
    } = event.value;
    if ([id, organizationId, runId, stageId, workerId, value].includes(''))
      throw new PoisonError('it lacks an id or an answer');
    if (goldCorrect < 0 || goldCorrect > goldTotal)
      throw new PoisonError('it counts more known questions answered rightly than there were');
    const response = { id, workerId, value, goldCorrect, goldTotal };
    const taken = await takeResponse(deps, event, { organizationId, runId, stageId, ...response });
    if (taken === 'unfit') throw new PoisonError('it is none of the answers that the stage asks for');
    if (taken !== 'taken')
      logger.info({ runId, stageId, responseId: id, taken }, 'a response changes nothing');
  },
});
