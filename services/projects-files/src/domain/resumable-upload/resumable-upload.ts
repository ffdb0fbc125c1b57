import { hours, mebibytes } from '@assay/chassis/units';
import type { PrivacyLevel } from '../file/file.ts';

/** The size of every part but the last one. An upload holds one part at a time in memory. */
export const partSizeBytes = mebibytes(8);

/** How long an upload may stay without being completed. */
export const openForMs = hours(24);

/** `admitted`: its bytes were found right and its file is being stored. `ended`: what it left is being removed. */
export type ResumableState = 'open' | 'completing' | 'admitted' | 'ended';

/** A file that arrives in parts; its file will have the same id. */
export interface ResumableUpload {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly uploaderId: string;
  readonly storageKey: string;
  /** What the storage calls it; empty until it knows of it. */
  readonly multipartId: string;
  readonly name: string;
  readonly declaredMimeType: string;
  readonly sizeBytes: number;
  readonly folderId: string | undefined;
  readonly tags: readonly string[];
  readonly privacyLevel: PrivacyLevel;
  readonly state: ResumableState;
  /** Parts still to be sent, were each sent once; below zero when some were, or may have been by a link, more than once. */
  readonly partsToSend: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a client says of the file before it sends it. */
export type NewResumableUpload = Pick<
  ResumableUpload,
  'projectId' | 'name' | 'declaredMimeType' | 'sizeBytes' | 'folderId' | 'tags' | 'privacyLevel'
>;

/** A part that has arrived. */
export interface ArrivedPart {
  /** From 1. */
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly etag: string;
}

/** Where one part can be sent to with PUT. */
export interface PartLink {
  readonly partNumber: number;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Which upload is meant. */
export interface UploadPlace {
  readonly projectId: string;
  readonly uploadId: string;
}

type Sized = Pick<ResumableUpload, 'sizeBytes'>;

export function partCount({ sizeBytes }: Sized): number {
  return Math.ceil(sizeBytes / partSizeBytes);
}

/** How many bytes a part has; undefined when there is no part of that number. */
export function bytesOfPart({ sizeBytes }: Sized, partNumber: number): number | undefined {
  if (!Number.isInteger(partNumber) || partNumber < 1) return undefined;
  const rest = sizeBytes - (partNumber - 1) * partSizeBytes;
  return rest <= 0 ? undefined : Math.min(rest, partSizeBytes);
}

/** The numbers of the parts that are not there, or not whole. */
export function missingParts(
  upload: Sized,
  parts: readonly Pick<ArrivedPart, 'partNumber' | 'sizeBytes'>[],
): number[] {
  const sizes = new Map(parts.map(({ partNumber, sizeBytes }) => [partNumber, sizeBytes]));
  const numbers = Array.from({ length: partCount(upload) }, (_, index) => index + 1);
  return numbers.filter((number) => sizes.get(number) !== bytesOfPart(upload, number));
}
