import { categoryOf } from '@assay/media/sniff/accepted-types';
import type { MediaCategory } from '@assay/media/sniff/accepted-types';

/** How a file is read: each kind has workers, limits and turns of its own. */
export type MediaKind = 'image' | 'audio' | 'video' | 'text';

export const mediaKinds = ['image', 'audio', 'video', 'text'] as const satisfies readonly MediaKind[];

const kindOf: Readonly<Record<MediaCategory, MediaKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'text',
};

/** The kind of a type; what has no better one is read as text and documents are. */
export function mediaKindOf(mimeType: string): MediaKind {
  return kindOf[categoryOf(mimeType) ?? 'document'];
}

/** Something for each kind. */
export type ByKind<T> = Readonly<Record<MediaKind, T>>;

export function byKind<T>(make: (kind: MediaKind) => T): ByKind<T> {
  return { image: make('image'), audio: make('audio'), video: make('video'), text: make('text') };
}
