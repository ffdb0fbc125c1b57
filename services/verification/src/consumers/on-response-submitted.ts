import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { ResponseSubmitted } from '@assay/proto/crowd/v1/crowd_events';
import type { ResponseArea } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { takeResponse } from '../domain/crowd/take-response.ts';

/** A response that comes late, again, or from a person who has answered already changes nothing. */
export const onResponseSubmitted = consumes<Deps, ResponseSubmitted>({
  message: ResponseSubmitted,
  async handle(deps, event, { logger }) {
    const { responseId: id, organizationId, runId, stageId, workerId, value } = event.value;
    const { goldCorrect, goldTotal, areas, texts } = event.value;
    if ([id, organizationId, runId, stageId, workerId, value].includes(''))
      throw new PoisonError('it lacks an id or an answer');
    if (goldCorrect < 0 || goldCorrect > goldTotal)
      throw new PoisonError('it counts more golden tasks answered rightly than there were');
    if (!areas.every(isInside)) throw new PoisonError('it marks an area outside of the file');
    const response = { id, workerId, value, goldCorrect, goldTotal, areas, texts };
    const taken = await takeResponse(deps, event, { organizationId, runId, stageId, ...response });
    if (taken === 'unfit') throw new PoisonError('it is none of the answers that the stage takes');
    if (taken !== 'taken')
      logger.info({ runId, stageId, responseId: id, taken }, 'a response changes nothing');
  },
});

/** Sums of fractions may exceed 1 by rounding. */
const tolerance = 1e-6;

function isInside({ x, y, width, height }: ResponseArea): boolean {
  const isFraction = [x, y, width, height].every((value) => value >= 0);
  return isFraction && x + width <= 1 + tolerance && y + height <= 1 + tolerance;
}
