import { serveJobs } from '../isolate/serve-jobs.ts';
import { enrichImage } from './enrich-image.ts';
import type { EnrichJobs } from './enrich-jobs.ts';
import { enrichOther } from './enrich-other.ts';

// Reading files needs no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

serveJobs<EnrichJobs>({
  enrichImage: ({ path, mimeType, ...options }) => enrichImage(path, mimeType, options),
  enrichOther: ({ path, mimeType, ...options }) => enrichOther(path, mimeType, options),
});
