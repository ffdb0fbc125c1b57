import { deriveSubject } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Job, StoredStatus } from '../../domain/crowd/job/job.ts';

export const jobCollection = 'crowd_jobs';

export const jobIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, status: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, status: 1, ...newestFirst.sort } },
  { key: { status: 1, validUntil: 1 } },
  { key: { status: 1, audience: 1, ...newestFirst.sort } },
  { key: { status: 1, startedAt: 1 } },
  { key: { status: 1, _id: 1 } },
  { key: { deletedAt: 1 }, sparse: true },
  { key: { 'pendingHolds.since': 1 }, name: 'pending_holds_since', sparse: true },
  { key: { 'run.runId': 1 }, name: 'run_id', sparse: true },
  { key: { 'run.isOpen': 1, status: 1 }, name: 'run_is_open', sparse: true },
  { key: { 'published.occurredAt': 1 }, name: 'published_occurred_at', sparse: true },
];

type Optional = 'inputDataSetId' | 'datasetVersionId' | 'consensusThreshold' | 'estimatedMinutes';
type Nullable = Optional | 'grantsQualification' | 'createdBy';

export interface JobDocument extends NamedOutboxDocument, Omit<Mapped<Job, Nullable>, 'status'> {
  readonly status: StoredStatus;
  /** The time of the last attempt to create the job. Missing once it is accepted. */
  readonly startedAt?: Date;
  /** The time at which the job was hidden, because its project was deleted. */
  readonly deletedAt?: Date;
  /** The newest events of the job, which `redrive` publishes again. */
  readonly published?: readonly OutboxEntry[];
  /** The answer that is being rejected: a job rejects one at a time, so that the limit is exact. */
  readonly rejecting?: { readonly answerId: string; readonly since: Date };
}

export const jobMapper = createDocumentMapper<Job, JobDocument>({
  nullable: [
    ...(['inputDataSetId', 'datasetVersionId', 'consensusThreshold', 'estimatedMinutes'] as const),
    ...(['grantsQualification', 'createdBy'] as const),
  ],
  defaults: { pendingHolds: [], hasDeletedFiles: false, hasSurplusSlots: false },
  internal: ['startedAt', 'deletedAt', 'published', 'rejecting'],
});

/** The states that no read shows. */
export const hidden: StoredStatus[] = ['unpaid', 'abandoned', 'unrequested'];
/** Selects jobs that reads show. */
export const accepted = { status: { $nin: hidden }, deletedAt: { $exists: false } };
export const projection = { ...withoutOutbox, published: 0 } as const;
export const after = { returnDocument: 'after', projection } as const;

/** Events before the newest ones are not published again. */
const maxPublished = 50;

/** Builds the part of an update that appends events, and keeps them for `listEvents`. Audit events are not kept. */
export function appendJobEvents(...events: readonly OutboxEntry[]) {
  const { $push, ...since } = appendEvents(...events);
  if ($push === undefined) return {};
  const kept = events.filter(({ subject }) => subject !== deriveSubject(ActionAudited));
  return { $push: { ...$push, published: { $each: kept, $slice: -maxPublished } }, ...since };
}
