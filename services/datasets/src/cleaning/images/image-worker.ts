import { serveJobs } from '@assay/media/isolate/serve-jobs';
import sharp from 'sharp';
import { confirmChangedImages } from './changed/confirm-changed.ts';
import { confirmImages } from './confirm/confirm-images.ts';
import { convertImage } from './convert-image.ts';
import type { ImageJobs } from './image-jobs.ts';
import { readImage } from './read-image.ts';
import { stripImage } from './strip-image.ts';

// Reading images needs no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

// One job at a time has one core; more threads would only hold more rows in memory.
sharp.concurrency(1);

serveJobs<ImageJobs>({
  readImage: ({ path }) => readImage(path),
  confirmImages: ({ paths, change }) =>
    change === undefined ? confirmImages(paths) : confirmChangedImages(paths, change),
  convertImage: ({ path, mimeType }) => convertImage(path, mimeType),
  stripImage: ({ path, mimeType }) => stripImage(path, mimeType),
});
