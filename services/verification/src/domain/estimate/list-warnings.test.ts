import { expect, it } from 'vitest';
import { findPipeline } from '../pipeline/catalog.ts';
import type { SubjectFile } from '../subject-file/subject-file.ts';
import { listWarnings } from './list-warnings.ts';

const warned = (slug: string, mimeType: string, enrichment: SubjectFile['enrichment']) => {
  const pipeline = findPipeline(slug);
  if (pipeline === undefined) throw new Error(`there is no pipeline ${slug}`);
  const file = { id: 'f1', mimeType, enrichment } as SubjectFile;
  return listWarnings(pipeline, [file]);
};

it.each([
  ['video-authenticity', 'video/mp4', { durationSeconds: 3.6 }, 'The video lasts 3.6 s; the checks need'],
  [
    'audio-authenticity',
    'audio/ogg',
    { durationSeconds: 2.99 },
    'The recording lasts 2.9 s; the checks need',
  ],
  [
    'image-authenticity',
    'image/png',
    { width: 100, height: 90 },
    'The image has 9,000 pixels; the checks need',
  ],
])('%s warns that a %s of %o cannot be examined', (slug, mimeType, enrichment, reason) => {
  expect(warned(slug, mimeType, enrichment)).toEqual([
    { code: 'NOT_EXAMINABLE', fileId: 'f1', reason: expect.stringContaining(reason) as string },
  ]);
});

it.each([
  ['video-authenticity', 'video/mp4', { durationSeconds: 5 }],
  ['audio-authenticity', 'audio/ogg', {}],
  ['image-authenticity', 'image/jpeg', { width: 4_000, height: 3_000 }],
  ['synthetic-media-screen', 'video/mp4', { durationSeconds: 1 }],
  ['document-integrity', 'application/pdf', {}],
])('%s has no warning for a %s of %o', (slug, mimeType, enrichment) => {
  expect(warned(slug, mimeType, enrichment)).toEqual([]);
});
