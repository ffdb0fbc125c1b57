import type { Consumer } from '@assay/chassis/events/consumer';
import { VideoEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import { createEnrichmentConsumer } from './enrichment-consumer.ts';
import type { EnrichmentConsumerDeps, EnrichmentConsumerOptions } from './enrichment-consumer.ts';

export function onVideoEnrichmentRequested(
  deps: EnrichmentConsumerDeps,
  options: EnrichmentConsumerOptions,
): Consumer {
  return createEnrichmentConsumer(deps, options, {
    durable: 'projects-files__on-video-enrichment-requested',
    message: VideoEnrichmentRequested,
    read: 'readOther',
  });
}
