import { consumes } from '@assay/chassis/events/consumer';
import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import type { MessageType } from '@assay/chassis/events/event';
import {
  AudioEnrichmentRequested,
  ImageEnrichmentRequested,
  TextEnrichmentRequested,
  VideoEnrichmentRequested,
} from '@assay/proto/files/v1/file_events';
import type { Worker } from '@assay/chassis/work/worker';
import type { ByKind, MediaKind } from '../domain/file/media-kind.ts';

export const onImageEnrichmentRequested = onEnrichmentRequested('image', ImageEnrichmentRequested);
export const onAudioEnrichmentRequested = onEnrichmentRequested('audio', AudioEnrichmentRequested);
export const onVideoEnrichmentRequested = onEnrichmentRequested('video', VideoEnrichmentRequested);
export const onTextEnrichmentRequested = onEnrichmentRequested('text', TextEnrichmentRequested);

export interface ReadingDeps {
  /** Read the files of their kind that wait, a bounded number at the same time. */
  readonly enrichmentWorkers: ByKind<Worker>;
}

/** A request is a work token for one file of this kind: the next one of the fair queue, whichever file the request names. */
function onEnrichmentRequested<T>(kind: MediaKind, message: MessageType<T>): ConsumerDefinition<ReadingDeps> {
  return consumes<ReadingDeps, T>({
    message,
    handle: ({ enrichmentWorkers }, _request, { signal }) => enrichmentWorkers[kind].processNext(signal),
  });
}
