import type { MediaCategory } from '@assay/media/sniff/accepted-types';

/** The most bytes of a file, by its category. */
export type UploadLimits = Readonly<Record<MediaCategory, number>>;

/** An object that is being stored and that no file document names yet. */
export interface PendingUpload {
  readonly fileId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly storageKey: string;
}

/** What is known of the bytes once they are stored. */
export interface StoredContent {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly etag: string;
}
