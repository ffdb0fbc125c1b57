import type { FilePart } from '@assay/media/strip/file-part';

/** A file that the child sees, and its type. */
interface RenditionInput {
  readonly path: string;
  readonly mimeType: string;
}

/** An image for display. */
export interface ImageRendition {
  readonly mimeType: string;
  /** As displayed, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Ranges of the original and new bytes, in order. */
  readonly parts: readonly FilePart[];
}

/** The jobs of the rendition worker, a `JobTable`; a type alias, since an interface has no index signature. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type RenditionJobs = {
  readonly convertImage: { readonly input: RenditionInput; readonly output: ImageRendition };
  /** A PDF of images, one for each page. */
  readonly flattenPdf: { readonly input: Pick<RenditionInput, 'path'>; readonly output: Uint8Array };
  /** The text of a document or a text file, in UTF-8. */
  readonly extractText: { readonly input: RenditionInput; readonly output: Uint8Array };
};
