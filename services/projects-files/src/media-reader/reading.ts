import type { Measured } from '@assay/media/decoder/media-decoder';
import type { Enrichment } from '@assay/media/enrich/enrichment';
import type { Thumbnail } from '@assay/media/preview/preview-image';

export interface ReadRequest {
  /** A local file that stays in place until the answer, in a folder where another one may be made. */
  readonly path: string;
  readonly mimeType: string;
  readonly sha256: string;
}

/** What reading a file gave. */
export interface Reading {
  readonly enrichment: Enrichment;
  /** Undefined where there is nothing to be seen; a failure where it cannot be shown, which fails no file. */
  readonly thumbnail: Measured<Thumbnail> | undefined;
}
