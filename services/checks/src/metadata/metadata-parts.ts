import { countRecordingTexts } from '@assay/media/container/recording-signs';
import { countMetadata } from '@assay/media/exif/count-metadata';
import type { Subject } from '../check/check.ts';
import type { SearchedPart } from '../search/searched-part.ts';

/** Counts how much of the metadata of a file its readers go through before they end at a limit or a damaged place. */
export function countMetadataParts({ bytes, mimeType }: Pick<Subject, 'bytes' | 'mimeType'>): SearchedPart {
  const isRecording = /^(?:audio|video)\//.test(mimeType);
  const { total, read } = isRecording ? countRecordingTexts(bytes) : countMetadata(bytes, mimeType);
  return { unit: 'metadata part', total, searched: read, why: 'unreadable' };
}
