import sharp from 'sharp';
import { serveJobs } from '../isolate/serve-jobs.ts';
import { enrichImage } from './enrich-image.ts';
import type { EnrichJobs } from './enrichment-pool.ts';
import { readImageHeader } from '../decode/read-image-header.ts';
import { previewImage } from '../preview/preview-image.ts';
import { enrichOther } from './enrich-other.ts';

// Reading files needs no network; whatever a library may try fails.
Reflect.deleteProperty(globalThis, 'fetch');

// One job at a time has one core; more threads would only hold more rows in memory.
sharp.concurrency(1);

serveJobs<EnrichJobs>({
  enrichImage: ({ path, ...options }) => enrichImage(path, options),
  // What reads other files takes half a second to load; children that only see pictures do without.
  async enrichDocument({ path, mimeType, ...options }) {
    const { enrichDocument } = await import('./enrich-document.ts');
    return enrichDocument(path, mimeType, options);
  },
  async enrichText({ path, mimeType, ...options }) {
    const { enrichText } = await import('./enrich-text.ts');
    return enrichText(path, mimeType, options);
  },
  async enrichAudio({ path, mimeType, ...options }) {
    const { enrichAudio } = await import('./enrich-audio.ts');
    return enrichAudio(path, mimeType, options);
  },
  async enrichVideo({ path, mimeType, ...options }) {
    const { enrichVideo } = await import('./enrich-video.ts');
    return enrichVideo(path, mimeType, options);
  },
  async measureAudio({ path, ...declared }) {
    const { measureSound } = await import('../decoder/pcm/measure-sound.ts');
    return measureSound(path, declared);
  },
  makePreview: async ({ path }) => previewImage(path, await readImageHeader(path)),
  enrichOther: ({ path, mimeType, ...options }) => enrichOther(path, mimeType, options),
});
