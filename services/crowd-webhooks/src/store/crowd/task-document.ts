import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import {
  countSlots,
  findNextExpiry,
  isUnfinished,
  listFormerWorkers,
  listReturners,
} from '../../domain/crowd/task/task.ts';
import type { SlotCounts, Task } from '../../domain/crowd/task/task.ts';

export const taskCollection = 'crowd_tasks';

export const taskIndexes: readonly IndexSpec[] = [
  { key: { jobId: 1, place: 1 }, unique: true },
  { key: { jobId: 1, variantIndex: 1 } },
  { key: { jobId: 1, isGolden: 1, hasFree: 1, place: 1 } },
  { key: { jobId: 1, isGolden: 1, isUnfinished: 1 } },
  { key: { jobId: 1, isGolden: 1, repetitions: 1 } },
  { key: { jobId: 1, nextExpiry: 1 } },
  { key: { nextExpiry: 1 }, sparse: true },
  { key: { claimIds: 1 }, unique: true, sparse: true },
  { key: { 'pendingHolds.since': 1 }, name: 'pending_holds_since', sparse: true },
  { key: { organizationId: 1, 'variant.fileIds': 1, isUnfinished: 1 } },
];

/** The fields that follow from the claims, for queries. */
interface Derived {
  readonly counts: SlotCounts;
  readonly hasFree: boolean;
  /** True if a slot is free, unopened or claimed. */
  readonly isUnfinished: boolean;
  /** Missing without an open claim. */
  readonly nextExpiry?: Date;
  /** The ids of the claims: no other task has one of them. Missing without a claim, since the index has one empty array only. */
  readonly claimIds?: readonly string[];
  /** The workers who must not get the task. */
  readonly workers: readonly string[];
  /** The workers who get the task only if nothing else is free. Missing in documents of earlier versions. */
  readonly returners?: readonly string[];
}

export type TaskDocument = Mapped<Task> & Derived;

const { toDocument, toDomain } = createDocumentMapper<Task, TaskDocument>({
  internal: ['counts', 'hasFree', 'isUnfinished', 'nextExpiry', 'claimIds', 'workers', 'returners'],
});

export const toTask = toDomain;

export function toTaskDocument({ pendingHolds = [], ...task }: Task): TaskDocument {
  return toDocument({ ...task, ...(pendingHolds.length > 0 && { pendingHolds }) }, derive(task));
}

function derive(task: Task): Derived {
  const counts = countSlots(task);
  const nextExpiry = findNextExpiry(task);
  return {
    counts,
    hasFree: counts.free > 0,
    isUnfinished: isUnfinished(counts),
    workers: listFormerWorkers(task),
    returners: listReturners(task),
    ...(nextExpiry && { nextExpiry }),
    ...(task.claims.length > 0 && { claimIds: task.claims.map(({ id }) => id) }),
  };
}
