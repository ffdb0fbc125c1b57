import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { RenditionRequested } from '@assay/proto/files/v1/file_events';
import type { Rendition } from '../domain/work-file/rendition.ts';

export function renditionRequested(
  { id: renditionId, organizationId }: Pick<Rendition, 'id' | 'organizationId'>,
  occurredAt: Date,
): OutboxEntry {
  return newEvent(RenditionRequested, { renditionId, organizationId }, { organizationId, occurredAt });
}
