import type { Consumer } from '@assay/chassis/events/consumer';
import { ImageEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import { createEnrichmentConsumer } from './enrichment-consumer.ts';
import type { EnrichmentConsumerDeps, EnrichmentConsumerOptions } from './enrichment-consumer.ts';

export function onImageEnrichmentRequested(
  deps: EnrichmentConsumerDeps,
  options: EnrichmentConsumerOptions,
): Consumer {
  return createEnrichmentConsumer(deps, options, {
    durable: 'projects-files__on-image-enrichment-requested',
    message: ImageEnrichmentRequested,
    read: 'readImage',
  });
}
