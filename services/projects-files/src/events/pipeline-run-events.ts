import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';

export function pipelineRunOverdue(
  value: { readonly organizationId: string; readonly runId: string },
  occurredAt: Date,
): OutboxEntry {
  return newEvent(PipelineRunOverdue, value, { organizationId: value.organizationId, occurredAt });
}
