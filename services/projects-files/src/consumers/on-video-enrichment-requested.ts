import type { Consumer } from '@assay/chassis/events/consumer';
import { VideoEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import type { Deps } from '../deps.ts';
import { createEnrichmentConsumer } from './enrichment-consumer.ts';
import type { EnrichmentConsumerOptions } from './enrichment-consumer.ts';

export function onVideoEnrichmentRequested(deps: Deps, options: EnrichmentConsumerOptions): Consumer {
  return createEnrichmentConsumer(deps, options, {
    durable: 'projects-files__on-video-enrichment-requested',
    message: VideoEnrichmentRequested,
    read: 'readOther',
  });
}
