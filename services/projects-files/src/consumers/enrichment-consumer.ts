import { createConsumer } from '@assay/chassis/events/consumer';
import type { Consumer } from '@assay/chassis/events/consumer';
import type { MessageType } from '@assay/chassis/events/event';
import type { EventConnection } from '@assay/chassis/events/connection';
import type { Metrics } from '@assay/chassis/metrics';
import type { Deps } from '../deps.ts';
import { enrichFile, markUnreadable } from '../domain/file/enrich-file.ts';
import type { EnrichmentDeps, EnrichmentWork } from '../domain/file/enrich-file.ts';
import { enrichmentStream } from '../streams.ts';

export interface EnrichmentConsumerOptions {
  readonly connection: EventConnection;
  readonly metrics: Metrics;
  readonly concurrency: number;
  readonly ackWaitMs: number;
  /** Delays between the tries; the chassis's unless given. */
  readonly backoffMs?: readonly number[];
}

export interface EnrichmentKind {
  readonly durable: string;
  /** Every request for enrichment has the same fields. */
  readonly message: MessageType<{ fileId: string; organizationId: string }>;
  readonly read: EnrichmentWork['read'];
}

export type EnrichmentConsumerDeps = EnrichmentDeps & Pick<Deps, 'logger'>;

/** Deliveries before a file is given up; with the default delays they span more than two minutes of outage. */
const maxDeliver = 8;

/** Takes one kind of enrichment from the work queue. */
export function createEnrichmentConsumer(
  deps: EnrichmentConsumerDeps,
  options: EnrichmentConsumerOptions,
  { durable, message, read }: EnrichmentKind,
): Consumer {
  return createConsumer({
    ...options,
    stream: enrichmentStream.name,
    durable,
    message,
    maxDeliver,
    logger: deps.logger,
    handle: ({ value: { organizationId, fileId } }, { signal }) =>
      enrichFile(deps, { organizationId, fileId, read, signal }),
    onDeadLetter: ({ value: { organizationId, fileId }, deliveryCount }) =>
      markUnreadable(deps, { organizationId, fileId, attempts: Math.min(deliveryCount, maxDeliver) }),
  });
}
