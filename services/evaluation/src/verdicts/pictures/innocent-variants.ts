import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** Processings by which people do not change what their images show. */
export interface InnocentVariant {
  readonly name: string;
  readonly mimeType: string;
  readonly make: (picture: Sharp, size: { readonly width: number; readonly height: number }) => Sharp;
}

/** Without any metadata. */
export const sentByMessenger = jpeg('sent by messenger', (picture) =>
  picture.resize(1280, 1280, { fit: 'inside' }).jpeg({ quality: 75 }),
);

export const innocentVariants: readonly InnocentVariant[] = [
  jpeg('resaved at quality 75', (picture) => picture.keepMetadata().jpeg({ quality: 75 })),
  jpeg('resaved at quality 90', (picture) => picture.keepMetadata().jpeg({ quality: 90 })),
  jpeg('resaved progressively', (picture) => picture.keepMetadata().jpeg({ quality: 85, progressive: true })),
  jpeg('cropped', (picture, { width, height }) =>
    picture
      .extract({ left: 13, top: 9, width: Math.floor(width * 0.8), height: Math.floor(height * 0.8) })
      .keepMetadata()
      .jpeg({ quality: 90 }),
  ),
  jpeg('rotated', (picture) => picture.rotate(90).keepMetadata().jpeg({ quality: 90 })),
  sentByMessenger,
  jpeg('sharpened', (picture) => picture.sharpen({ sigma: 1 }).keepMetadata().jpeg({ quality: 92 })),
  {
    name: 'converted to WebP',
    mimeType: 'image/webp',
    make: (picture) => picture.keepMetadata().webp({ quality: 80 }),
  },
  { name: 'converted to PNG', mimeType: 'image/png', make: (picture) => picture.keepMetadata().png() },
  {
    name: 'screenshot',
    mimeType: 'image/png',
    make: (picture) =>
      picture
        .resize(900, 700, { fit: 'inside' })
        .extend({ top: 60, bottom: 40, left: 0, right: 0, background: '#202124' })
        .png(),
  },
];

function jpeg(name: string, make: InnocentVariant['make']): InnocentVariant {
  return { name, mimeType: 'image/jpeg', make };
}

export async function makeVariant(source: string, make: InnocentVariant['make']): Promise<Uint8Array> {
  const { width, height } = await sharp(source).metadata();
  return make(sharp(source, { failOn: 'error' }), { width, height }).toBuffer();
}
