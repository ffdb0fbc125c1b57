import { consumes } from '@assay/chassis/events/consumer';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { tellEndAgain } from '../domain/run/tell-end-again.ts';

export const onPipelineRunOverdue = consumes<Deps, PipelineRunOverdue>({
  message: PipelineRunOverdue,
  requires: ['runId', 'organizationId'],
  handle: (deps, event) => tellEndAgain(deps, event, event.value),
});
