import type { ImageWindow } from './hash-windows.ts';

/** The way in which a copy of an image was changed. */
export type ChangeKind = 'grey' | 'mirrored' | 'brightness' | 'cropped' | 'bordered' | 'stamped';

/** One of two images. */
export type ImageSide = 'first' | 'second';

/** The difference of two images that show the same. */
export interface ImageChange {
  readonly kinds: readonly ChangeKind[];
  /** The image that was changed; `either` if both may be, and undefined if each of them was. */
  readonly changed: ImageSide | 'either' | undefined;
  /** The image that shows more than the other one, and its part that both show. */
  readonly container: ImageSide;
  readonly window: ImageWindow;
  readonly isMirrored: boolean;
  /** The mean brightness of the second image by that of the first one. */
  readonly brightness: number;
}

/** Two images that show the same. */
export interface ImageLikeness {
  /** From 0.5 to 1, equal. */
  readonly score: number;
  /** Undefined for copies that differ in their coding and size alone. */
  readonly change?: ImageChange | undefined;
}

const names: Readonly<Record<ChangeKind, string>> = {
  grey: 'is in grey',
  mirrored: 'is mirrored',
  brightness: 'is brighter or darker',
  cropped: 'is cropped',
  bordered: 'has a border',
  stamped: 'differs in one place, as by a stamp',
};

/** Describes for people how one of two images differs from the other one. */
export function describeChange({ kinds, brightness }: Pick<ImageChange, 'kinds' | 'brightness'>): string {
  const share = Math.round(100 * Math.abs(Math.max(brightness, 1 / brightness) - 1)).toString();
  return kinds
    .map((kind) => (kind === 'brightness' ? `${names[kind]} by about ${share} %` : names[kind]))
    .join(', ');
}
