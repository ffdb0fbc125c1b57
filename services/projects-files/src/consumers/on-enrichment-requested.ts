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
import { enrichmentStream } from '../streams.ts';

export const onImageEnrichmentRequested = onEnrichmentRequested(ImageEnrichmentRequested);
export const onAudioEnrichmentRequested = onEnrichmentRequested(AudioEnrichmentRequested);
export const onVideoEnrichmentRequested = onEnrichmentRequested(VideoEnrichmentRequested);
export const onTextEnrichmentRequested = onEnrichmentRequested(TextEnrichmentRequested);

export interface ReadingDeps {
  /** Reads the files that wait, a bounded number at the same time. */
  readonly enrichmentWorker: Worker;
}

/** A request is a permit to read one file: the one whose turn it is, whichever the request names. */
function onEnrichmentRequested<T>(message: MessageType<T>): ConsumerDefinition<ReadingDeps> {
  return consumes<ReadingDeps, T>({
    stream: enrichmentStream.name,
    message,
    handle: ({ enrichmentWorker }, _request, { signal }) => enrichmentWorker.workOff(signal),
  });
}
