import type { TakenUnit } from '@assay/chassis/work/worker';
import type { File } from '../file/file.ts';

/** A copy of a file that browsers can show, without metadata. */
export interface RenditionContent {
  readonly mimeType: string;
  /** As displayed, in pixels. Only images have them. */
  readonly width?: number;
  readonly height?: number;
}

/** The result of making a rendition. `reason` is for people. */
export type RenditionOutcome =
  | { readonly kind: 'made'; readonly content: RenditionContent }
  | { readonly kind: 'failed'; readonly reason: string };

/** The rendition of an object, which all files with that object share. */
export interface Rendition {
  /** The key of the object. */
  readonly id: string;
  readonly organizationId: string;
  /** The file that requested the rendition first. */
  readonly fileId: string;
  readonly state: 'waiting' | 'taken' | 'made' | 'failed';
  /** Undefined unless the rendition is made. */
  readonly content: RenditionContent | undefined;
  /** Undefined unless the rendition failed. */
  readonly error: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A rendition that a worker of this process makes. */
export interface TakenRendition extends TakenUnit {
  readonly rendition: Rendition;
}

/** Returns the key of the rendition. Deleting a file removes all objects whose keys begin with the key of its object. */
export function renditionKey({ storageKey }: Pick<File, 'storageKey'>): string {
  return `${storageKey}.rendition`;
}

export function newRendition({ id: fileId, storageKey: id, organizationId }: File, now: Date): Rendition {
  const waiting = { state: 'waiting', content: undefined, error: undefined } as const;
  return { id, organizationId, fileId, ...waiting, createdAt: now, updatedAt: now };
}
