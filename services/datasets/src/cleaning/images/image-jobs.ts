import type { RewrittenJpeg } from '@assay/media/embedded/rewrite-jpeg';
import type { ImageChange } from './changed/image-change.ts';
import type { ImageReading, OversizedImage } from './read-image.ts';

/** A file that the child sees, of the type that its bytes show. */
interface ImageInput {
  readonly path: string;
  readonly mimeType: string;
}

/** The jobs of the image worker, a `JobTable`; a type alias, since an interface has no index signature. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type ImageJobs = {
  readonly readImage: {
    readonly input: Pick<ImageInput, 'path'>;
    readonly output: ImageReading | OversizedImage;
  };
  /** True if two images that look alike show the same content, but for a change. */
  readonly confirmImages: {
    readonly input: { readonly paths: readonly [string, string]; readonly change: ImageChange | undefined };
    readonly output: boolean;
  };
  /** The parts of the converted file, and what it lost. */
  readonly convertImage: { readonly input: ImageInput; readonly output: RewrittenJpeg };
  /** The parts of the stripped file, and what it lost beside metadata; undefined when there is nothing to remove. */
  readonly stripImage: { readonly input: ImageInput; readonly output: RewrittenJpeg | undefined };
};
