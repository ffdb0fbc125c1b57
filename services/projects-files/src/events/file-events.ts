import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, MessageType, OutboxEntry } from '@assay/chassis/events/event';
import {
  AudioEnrichmentRequested,
  FileEnriched,
  FileUploaded,
  ImageEnrichmentRequested,
  TextEnrichmentRequested,
  VideoEnrichmentRequested,
} from '@assay/proto/files/v1/file_events';
import type { EnrichmentEnd, File, ProjectFile } from '../domain/file/file.ts';
import { mediaKindOf } from '../domain/file/media-kind.ts';
import type { ByKind } from '../domain/file/media-kind.ts';

type EnrichmentRequested = MessageType<ImageEnrichmentRequested>;
type Cause = EventContext['call'];

const requestOf: ByKind<EnrichmentRequested> = {
  image: ImageEnrichmentRequested,
  audio: AudioEnrichmentRequested,
  video: VideoEnrichmentRequested,
  text: TextEnrichmentRequested,
};

export function fileUploaded(file: ProjectFile, call: Cause): OutboxEntry {
  const { id: fileId, projectId, organizationId, mimeType, createdAt: occurredAt } = file;
  const value = { fileId, projectId, organizationId, mimeType };
  return newEvent(FileUploaded, value, { organizationId, call, occurredAt });
}

/** The work an upload asks for, by the kind of its type, and asks for again. */
export function enrichmentRequested(file: File, call: Cause, occurredAt: Date = file.createdAt): OutboxEntry {
  const { id: fileId, organizationId } = file;
  const type = requestOf[mediaKindOf(file.mimeType)];
  return newEvent(type, { fileId, organizationId }, { organizationId, call, occurredAt });
}

/** Builds the event of an enrichment that ended. All events of one enrichment have the same id. */
export function fileEnriched(
  { id: fileId, projectId = '', organizationId }: Pick<File, 'id' | 'projectId' | 'organizationId'>,
  { runId, succeeded, at: occurredAt }: EnrichmentEnd,
): OutboxEntry {
  const value = { fileId, projectId, organizationId, succeeded };
  return newEvent(FileEnriched, value, { organizationId, occurredAt, identity: `${fileId} ${runId}` });
}
