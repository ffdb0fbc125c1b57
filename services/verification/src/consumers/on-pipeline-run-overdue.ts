import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { tellEndAgain } from '../domain/run/tell-end-again.ts';

export const onPipelineRunOverdue = consumes<Deps, PipelineRunOverdue>({
  message: PipelineRunOverdue,
  async handle(deps, event) {
    const { runId, organizationId } = event.value;
    if (runId === '' || organizationId === '') throw new PoisonError('it names no run or no organization');
    await tellEndAgain(deps, event, event.value);
  },
});
