import { consumes } from '@assay/chassis/events/consumer';
import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import type { MessageType } from '@assay/chassis/events/event';
import {
  AudioEnrichmentRequested,
  ImageEnrichmentRequested,
  TextEnrichmentRequested,
  VideoEnrichmentRequested,
} from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { enrichFile, markUnreadable } from '../domain/file/enrich-file.ts';
import type { EnrichFileDeps, EnrichmentWork } from '../domain/file/enrich-file.ts';
import { enrichmentStream } from '../streams.ts';

/** Deliveries before a file is given up; with the default delays they span more than two minutes of outage. */
const maxDeliver = 8;

export const onImageEnrichmentRequested = onEnrichmentRequested(ImageEnrichmentRequested, 'readImage');
export const onAudioEnrichmentRequested = onEnrichmentRequested(AudioEnrichmentRequested, 'readOther');
export const onVideoEnrichmentRequested = onEnrichmentRequested(VideoEnrichmentRequested, 'readOther');
export const onTextEnrichmentRequested = onEnrichmentRequested(TextEnrichmentRequested, 'readOther');

/** Every request for enrichment has the same fields. */
type EnrichmentRequested = Pick<EnrichmentWork, 'fileId' | 'organizationId'>;

/** What it takes to read a file and to give it up. */
type ConsumingDeps = EnrichFileDeps & Pick<Deps, 'files'>;

function onEnrichmentRequested(
  message: MessageType<EnrichmentRequested>,
  read: EnrichmentWork['read'],
): ConsumerDefinition<ConsumingDeps> {
  return consumes<ConsumingDeps, EnrichmentRequested>({
    stream: enrichmentStream.name,
    message,
    maxDeliver,
    handle: (deps, { value: { organizationId, fileId } }, { signal }) =>
      enrichFile(deps, { organizationId, fileId, read, signal }),
    onDeadLetter: (deps, { value: { organizationId, fileId }, deliveryCount }) =>
      markUnreadable(deps, { organizationId, fileId, attempts: Math.min(deliveryCount, maxDeliver) }),
  });
}
