import { expect, it } from 'vitest';
import { pipelineFor } from './pipeline-for.ts';

it.each([
  ['image/jpeg', 'image-authenticity'],
  ['audio/wav', 'audio-authenticity'],
  ['video/mp4', 'video-authenticity'],
  ['application/pdf', 'document-integrity'],
])('%s files are examined by %s', (mimeType, slug) => {
  expect(pipelineFor(mimeType)).toBe(slug);
});
