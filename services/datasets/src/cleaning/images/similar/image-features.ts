/** The values of an image that duplicates and outliers are found by. They survive structured cloning and BSON, which returns bytes as Binary. */
export interface ImageFeatures {
  readonly kind: 'image';
  /** The 64-bit hash of `@assay/media/hash` of the upright image in sRGB, as 16 hexadecimal digits. */
  readonly hash: string;
  /** The hashes of the mirrored image and of its windows, as `hashVariants` lists them, in hexadecimal. Features of version 1.1 lack it. */
  readonly variants?: string;
  /** The upright image at 128 px, as `encodeFingerprint` writes it; at most 6,000 bytes. */
  readonly fingerprint: Uint8Array;
  /** Pixels of the upright image; of an animation its first frame. */
  readonly width: number;
  readonly height: number;
  /** One value for each of {@link imageMeasures}, in that order. */
  readonly vector: readonly number[];
  /** Bits that the image at 128 px takes at {@link informationStep}. A photograph has 12,000 to 60,000; darkened to 6 %, at least 3,000. */
  readonly informationBits: number;
  /** From 0 to 1, as `measureBlur` returns it. Features of version 1.0 of the pipelines lack it. */
  readonly blur?: number;
  /** Features of version 1.0 of the pipelines lack it. */
  readonly origin?: ImageOrigin;
}

/** The facts by which the better one of two copies with the same number of pixels is chosen. */
export interface ImageOrigin {
  readonly hasCredentials: boolean;
  /** True if the EXIF names the camera. */
  readonly hasCaptureMetadata: boolean;
  /** The estimated quality of a JPEG, from 1 to 100; 101 for a format without loss. */
  readonly quality: number;
}

/** A page with a shorter side below this number of pixels cannot be read: it may be a copy of several pages that differ in a field. */
export const minPageSide = 480;

/** Grey levels of one step of the quantization that `informationBits` is counted at. */
export const informationStep = 8;
/** An image with fewer bits is reported as low information: a blank wall, a covered lens, an empty page. */
export const lowInformationBits = 2_200;

/** A value of the feature vector, with the sentences about an image whose value is unusual. */
export interface ImageMeasure {
  readonly name: string;
  readonly low: string;
  readonly high: string;
}

const compare = (name: string, low: string, high: string): ImageMeasure => ({
  name,
  low: `The image ${low} than the others.`,
  high: `The image ${high} than the others.`,
});

/** The measures of the feature vector, in their order. Names are stable; the sentences are for people. */
export const imageMeasures: readonly ImageMeasure[] = [
  compare('brightness', 'is much darker', 'is much brighter'),
  compare('contrast', 'has much less contrast', 'has much more contrast'),
  compare('saturation', 'is much less colourful', 'is much more colourful'),
  compare('sharpness', 'is much less sharp', 'is much sharper or noisier'),
  compare('edge_density', 'has far fewer edges', 'has far more edges'),
  compare('entropy', 'has far fewer grey levels', 'has far more grey levels'),
  compare('warmth', 'is much bluer', 'is much redder'),
  compare('aspect', 'is much taller and narrower', 'is much wider and flatter'),
  compare('megapixels', 'has far fewer pixels', 'has far more pixels'),
];
