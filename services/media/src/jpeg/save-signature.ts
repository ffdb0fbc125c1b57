import { estimateQuality } from './estimate-quality.ts';
import type { JpegStructure } from './jpeg-structure.ts';

/** Who made the last save, from public facts about encoders. `unknown` is the ordinary answer and no anomaly. */
export interface SaveSignature {
  readonly encoder: 'libjpeg' | 'photoshop' | 'unknown';
  /** IJG quality, exact for `libjpeg`, nearest for the others; null without tables. */
  readonly quality: number | null;
  readonly exact: boolean;
  /** Photoshop's own scale: 0..12 for "Save as", 0..100 for "Save for Web"; null for other encoders. */
  readonly photoshopQuality: number | null;
  /** Segment names in order, such as `SOI APP0 DQT DQT SOF0 DHT SOS EOI`. */
  readonly markerOrder: string;
}

/**
 * Photoshop leaves its quality in image resource 1030 or, from "Save for Web", in an APP12 `Ducky` block; both with an
 * APP14 `Adobe` segment. libjpeg's tables follow from one number (see estimateQuality); at quality 100 all steps are 1 in
 * many encoders, so that tells nothing of the encoder.
 */
export function saveSignature(jpeg: JpegStructure): SaveSignature {
  const estimate = estimateQuality(jpeg.quantizationTables);
  const photoshopQuality =
    jpeg.adobe === null ? null : (jpeg.photoshop?.saveQuality ?? jpeg.saveForWebQuality);
  const exact = estimate?.exact ?? false;
  return {
    encoder: encoderOf(photoshopQuality, exact && (estimate?.quality ?? 100) < 100),
    quality: estimate?.quality ?? null,
    exact,
    photoshopQuality,
    markerOrder: jpeg.segments.map((segment) => segment.name).join(' '),
  };
}

function encoderOf(photoshopQuality: number | null, ijgTables: boolean): SaveSignature['encoder'] {
  if (ijgTables) return 'libjpeg';
  return photoshopQuality === null ? 'unknown' : 'photoshop';
}
