import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { outboxIndexes } from '@assay/chassis/mongo/outbox';
import { workIndexes } from '@assay/chassis/work/work-documents';
import type { WorkDocument } from '@assay/chassis/work/work-documents';
import type { Run, RunFilter } from '../domain/run/run.ts';

export const runCollection = 'runs';

export const state = { field: 'state', waiting: 'waiting', taken: 'taken' } as const;

/** The conditions of lists that are used alone or with a status. Other combinations read more documents than they return. */
const listScopes: readonly (readonly (keyof RunFilter)[])[] = [
  ...([[], ['datasetId'], ['projectId'], ['targetType']] as const),
  ...([['isLanguageTechnology'], ['isLanguageTechnology', 'projectId']] as const),
];

export const runIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  ...workIndexes(state.field),
  ...listScopes.flatMap((scope) => {
    const fields = {
      organizationId: 1,
      ...Object.fromEntries(scope.map((field) => [field, 1] as const)),
    } as const;
    return [
      { key: { ...fields, ...newestFirst.sort } },
      { key: { ...fields, status: 1, ...newestFirst.sort } },
    ];
  }),
];

type Nullable =
  | 'targetId'
  | 'datasetId'
  | 'versionId'
  | 'projectId'
  | 'mode'
  | 'pipelineSlug'
  | 'pipelineVersion'
  | 'counts'
  | 'error'
  | 'completedAt';

/** A run. Runs on files are work documents; the work of a run on a version is in the units of its job. */
export interface RunDocument
  extends WorkDocument, Omit<Mapped<Run, Nullable>, '_id' | 'organizationId' | 'createdAt'> {
  readonly state?: 'waiting' | 'taken' | 'done';
}

export const mapper = createDocumentMapper<Run, RunDocument>({
  nullable: [
    ...(['targetId', 'datasetId', 'versionId', 'projectId', 'mode', 'pipelineSlug'] as const),
    ...(['pipelineVersion', 'counts', 'error', 'completedAt'] as const),
  ],
  internal: ['state', 'dueAt', 'overdueSince', 'attempts', 'traceparent'],
});
