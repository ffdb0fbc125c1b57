import type { ImageHeader } from '@assay/media/decode/read-image-header';

/** Returns false for the types that have decoders of their own, which return upright pixels. */
export function decodesBySharp({ mimeType }: Pick<ImageHeader, 'mimeType'>): boolean {
  return mimeType !== 'image/bmp' && mimeType !== 'image/heic';
}

/** Returns the size of the upright image. */
export function measureUpright(header: ImageHeader): { readonly width: number; readonly height: number } {
  const { width, height, orientation } = header;
  const isTurned = decodesBySharp(header) && orientation >= 5;
  return isTurned ? { width: height, height: width } : { width, height };
}
