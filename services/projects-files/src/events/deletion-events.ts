import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import type { Tombstone } from '../domain/deletion/tombstone.ts';

/** What tells a deletion, for the first time or again. */
export function deleted(
  { id, kind, projectId, organizationId }: Tombstone,
  occurredAt: Date,
  call?: EventContext['call'],
): OutboxEntry {
  const context = { organizationId, occurredAt, call };
  return kind === 'project'
    ? newEvent(ProjectDeleted, { projectId, organizationId }, context)
    : newEvent(FileDeleted, { fileId: id, projectId, organizationId }, context);
}
