import type { Measured } from '@assay/media/decoder/media-decoder';
import type { Enrichment } from '@assay/media/enrich/enrichment';
import type { Thumbnail } from '@assay/media/preview/preview-image';
import type { EnrichmentStep } from './file.ts';

/** How much of a step is done, from 0 to 1; undefined: it is not known. */
export type Share = () => number | undefined | Promise<number | undefined>;

/** Told when a step begins. */
export type OnStep = (step: EnrichmentStep, share?: Share) => void;

export interface ReadRequest {
  /** A local file that stays in place until the answer, in a folder where another one may be made. */
  readonly path: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly onStep: OnStep;
}

/** Conditions under which a file is read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onStep: OnStep;
}

/** What reading a file gave. */
export interface Reading {
  readonly enrichment: Enrichment;
  /** Undefined where there is nothing to be seen; a failure where it cannot be shown, which fails no file. */
  readonly thumbnail: Measured<Thumbnail> | undefined;
}
