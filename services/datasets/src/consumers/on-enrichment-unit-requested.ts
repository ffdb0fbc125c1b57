import { consumes } from '@assay/chassis/events/consumer';
import { EnrichmentUnitRequested } from '@assay/proto/datasets/v1/dataset_events';
import type { WorkingDeps } from './on-cleaning-unit-requested.ts';

/** A request is a work token for one unit: the next one of the fair queue, whichever unit the request names. */
export const onEnrichmentUnitRequested = consumes<WorkingDeps, EnrichmentUnitRequested>({
  message: EnrichmentUnitRequested,
  ackWaitMs: 15_000,
  handle: ({ unitWorkers }, _request, { signal }) => unitWorkers.enrich.processNext(signal),
});
