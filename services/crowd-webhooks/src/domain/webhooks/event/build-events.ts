import type { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { DatasetVersionCompleted } from '@assay/proto/datasets/v1/dataset_events';
import type { FileEnriched } from '@assay/proto/files/v1/file_events';
import type { WebhookEvent } from './event.ts';

/** The event of another service that becomes an event of webhooks. */
export interface Source {
  readonly id: string;
  readonly occurredAt: Date;
}

/** The facts of a run that ended. */
export interface EndedRun {
  readonly runId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly pipelineSlug: string;
  readonly status: 'completed' | 'failed';
  readonly verdict: string | undefined;
  readonly confidence: number | undefined;
}

export function runEnded({ id, occurredAt }: Source, run: EndedRun): WebhookEvent {
  const { runId, projectId, organizationId, pipelineSlug, status } = run;
  const { verdict = null, confidence = null } = run;
  return {
    id,
    occurredAt,
    organizationId,
    name: `run.${status}`,
    owner: { kind: 'project', id: projectId },
    body: JSON.stringify({ runId, projectId, pipelineSlug, status, verdict, confidence }),
  };
}

export function fileEnriched(
  { id, occurredAt }: Source,
  { fileId, projectId, organizationId, succeeded }: FileEnriched,
): WebhookEvent {
  const enrichmentStatus = succeeded ? 'completed' : 'failed';
  return {
    id,
    occurredAt,
    organizationId,
    name: 'file.enriched',
    owner: { kind: 'project', id: projectId },
    body: JSON.stringify({ fileId, projectId, enrichmentStatus }),
  };
}

export function datasetVersionCompleted(
  { id, occurredAt }: Source,
  { organizationId, datasetId, versionId, state }: DatasetVersionCompleted,
): WebhookEvent {
  return {
    id,
    occurredAt,
    organizationId,
    name: 'dataset_version.completed',
    owner: undefined,
    body: JSON.stringify({ organizationId, datasetId, versionId, state }),
  };
}

export function balanceLow(
  { id, occurredAt }: Source,
  { organizationId, availableCents, thresholdCents }: BalanceLow,
): WebhookEvent {
  return {
    id,
    occurredAt,
    organizationId,
    name: 'billing.low_balance',
    owner: undefined,
    body: JSON.stringify({ organizationId, availableCents, thresholdCents }),
  };
}
