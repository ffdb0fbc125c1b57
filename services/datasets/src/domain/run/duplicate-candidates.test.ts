import { describe, expect, it } from 'vitest';
import type { FileMeasures, ProjectFile } from './project-file.ts';
import { createDuplicateCandidates } from './duplicate-candidates.ts';

const unknown: FileMeasures = { perceptualHash: undefined, durationSeconds: undefined, wordCount: undefined };

const describeFile = (id: string, mimeType: string, measures: Partial<FileMeasures> = {}): ProjectFile => ({
  id,
  projectId: 'p',
  name: id,
  mimeType,
  sizeBytes: 1,
  sha256: id,
  storageKey: id,
  measures: { ...unknown, ...measures },
});

function list(file: ProjectFile, others: readonly ProjectFile[]): readonly string[] {
  const candidates = createDuplicateCandidates(file);
  for (const other of others) candidates.add(other);
  return candidates.list().map(({ id }) => id);
}

describe('candidates for near-duplicates', () => {
  it('of a text are texts and documents with nearly as many words, the closest first', () => {
    const text = (id: string, wordCount: number) => describeFile(id, 'text/plain', { wordCount });
    const others = [
      text('shorter', 50),
      text('close', 95),
      text('equal', 100),
      text('longer', 170),
      describeFile('document', 'application/pdf'),
      describeFile('image', 'image/png'),
    ];
    expect(list(text('a', 100), others)).toEqual(['equal', 'close', 'document']);
  });

  it('of a recording have nearly the same duration and the same kind', () => {
    const video = (id: string, durationSeconds: number) => describeFile(id, 'video/mp4', { durationSeconds });
    const others = [
      video('padded', 60.4),
      video('equal', 60),
      video('within 2 %', 61.2),
      video('longer', 62),
      describeFile('audio', 'audio/wav', { durationSeconds: 60 }),
      describeFile('not enriched', 'video/mp4'),
    ];
    expect(list(video('a', 60), others)).toEqual(['equal', 'padded', 'within 2 %', 'not enriched']);
  });

  it('of an image have a similar hash, and there are at most 20', () => {
    const image = (id: string, perceptualHash: string) => describeFile(id, 'image/png', { perceptualHash });
    const others = Array.from({ length: 100 }, (_, at) => image(at.toString(), '000000000000000f'));
    const found = list(image('a', '0000000000000000'), [
      image('other', 'ffffffffffffffff'),
      ...others,
      image('closest', '0000000000000001'),
    ]);
    expect([found.length, found[0], found.includes('other')]).toEqual([20, 'closest', false]);
  });
});
