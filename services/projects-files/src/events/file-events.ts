import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, MessageType, OutboxEntry } from '@assay/chassis/events/event';
import type { MediaCategory } from '@assay/media/sniff/accepted-types';
import { categoryOf } from '@assay/media/sniff/accepted-types';
import {
  AudioEnrichmentRequested,
  FileEnriched,
  FileUploaded,
  ImageEnrichmentRequested,
  TextEnrichmentRequested,
  VideoEnrichmentRequested,
} from '@assay/proto/files/v1/file_events';
import type { File } from '../domain/file/file.ts';

type EnrichmentRequested = MessageType<ImageEnrichmentRequested>;
type Cause = EventContext['call'];

const requestOf: Readonly<Record<MediaCategory, EnrichmentRequested>> = {
  image: ImageEnrichmentRequested,
  audio: AudioEnrichmentRequested,
  video: VideoEnrichmentRequested,
  document: TextEnrichmentRequested,
};

export function fileUploaded(file: File, call: Cause): OutboxEntry {
  const { id: fileId, projectId, organizationId, mimeType, createdAt: occurredAt } = file;
  const value = { fileId, projectId, organizationId, mimeType };
  return newEvent(FileUploaded, value, { organizationId, call, occurredAt });
}

/** The work an upload asks for, by the category of its type, and asks for again. */
export function enrichmentRequested(file: File, call: Cause, occurredAt: Date = file.createdAt): OutboxEntry {
  const { id: fileId, organizationId } = file;
  const type = requestOf[categoryOf(file.mimeType) ?? 'document'];
  return newEvent(type, { fileId, organizationId }, { organizationId, call, occurredAt });
}

export function fileEnriched(file: File, succeeded: boolean, occurredAt: Date): OutboxEntry {
  const { id: fileId, projectId, organizationId } = file;
  const value = { fileId, projectId, organizationId, succeeded };
  return newEvent(FileEnriched, value, { organizationId, occurredAt });
}
