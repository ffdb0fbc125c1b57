import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { DatasetUploadOverdue } from '@assay/proto/files/v1/file_events';

export function datasetUploadOverdue(value: DatasetUploadOverdue, occurredAt: Date): OutboxEntry {
  return newEvent(DatasetUploadOverdue, value, { organizationId: value.organizationId, occurredAt });
}
