import { consumes } from '@assay/chassis/events/consumer';
import type { Worker } from '@assay/chassis/work/worker';
import { RenditionRequested } from '@assay/proto/files/v1/file_events';

export interface RenditionDeps {
  /** Makes the renditions that wait, a bounded number at the same time. */
  readonly renditionWorker: Worker;
}

/** A request is a work token for one rendition: the next one of the fair queue, whichever rendition the request names. */
export const onRenditionRequested = consumes<RenditionDeps, RenditionRequested>({
  message: RenditionRequested,
  handle: ({ renditionWorker }, _request, { signal }) => renditionWorker.processNext(signal),
});
