import { serveJobs } from '../isolate/serve-jobs.ts';
import { enrichImage } from './enrich-image.ts';
import type { EnrichJobs } from './enrich-jobs.ts';
import { enrichOther } from './enrich-other.ts';

serveJobs<EnrichJobs>({
  enrichImage: ({ path, mimeType, ...options }) => enrichImage(path, mimeType, options),
  enrichOther: ({ path, mimeType, ...options }) => enrichOther(path, mimeType, options),
});
