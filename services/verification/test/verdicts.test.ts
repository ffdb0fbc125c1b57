import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createC2paCheck } from '../src/checks/c2pa.ts';
import { createSubject } from '../src/checks/create-subject.ts';
import { exifConsistency } from '../src/checks/exif-consistency.ts';
import { generatorMetadata } from '../src/checks/generator-metadata.ts';
import { createIngestGate } from '../src/checks/ingest-gate.ts';
import { jpegStructure } from '../src/checks/jpeg-structure.ts';
import { runCheck } from '../src/checks/run-check.ts';
import { conclude } from '../src/domain/fusion/conclude.ts';
import { evaluate, type Judged } from '../src/evaluation/evaluate.ts';

const mediaFolder = sharedMedia('.');
const checks = [createIngestGate([]), createC2paCheck(), generatorMetadata, exifConsistency, jpegStructure];

async function judgeAll(groups: readonly string[], every = 1): Promise<Judged[]> {
  const judged: Judged[] = [];
  for await (const item of evaluate({ mediaFolder: mediaFolder ?? '', groups, checks, every }))
    judged.push(item);
  return judged;
}

const described = (judged: readonly Judged[]): string[] =>
  judged.map(({ group, name, conclusion }) => `${group}/${name}: ${conclusion.verdict}`);

describe.skipIf(mediaFolder === undefined)('structural verdicts (needs the media collection)', () => {
  it(
    'calls no photograph and no innocent version of one anything but unverified',
    { timeout: 180_000 },
    async () => {
      const judged = await judgeAll(['photos'], 10);
      expect(judged.length).toBeGreaterThan(40);
      expect(described(judged.filter((item) => item.conclusion.verdict !== 'unverified'))).toEqual([]);
    },
  );

  it('calls every generator image synthetic with at most 0.97 confidence', async () => {
    const judged = await judgeAll(['synthetic']);
    expect(judged.length).toBeGreaterThan(0);
    expect(described(judged.filter((item) => item.conclusion.verdict !== 'synthetic'))).toEqual([]);
    expect(Math.max(...judged.map((item) => item.conclusion.confidence))).toBeLessThanOrEqual(0.97);
  });

  it('calls a generator image that lost its metadata unverified', async () => {
    const bytes = await sharp(sharedMedia('synthetic/flux2_example.png')).jpeg({ quality: 85 }).toBuffer();
    const subject = createSubject({ bytes, path: '', mimeType: 'image/jpeg', enrichment: {}, claims: {} });
    const results = await Promise.all(
      checks.map((check) => runCheck(check, subject, new AbortController().signal)),
    );
    expect(conclude(results).verdict).toBe('unverified');
  });

  it('calls a picture changed under an old manifest inconclusive, not manipulated', async () => {
    const bytes = await readFile(sharedMedia('c2pa/adobe-20220124-CI.jpg') ?? '');
    const middle = Math.floor(bytes.length * 0.9);
    bytes[middle] = ((bytes[middle] ?? 0) + 1) & 0x7f;
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-changed-'));
    const file = path.join(folder, 'changed.jpg');
    try {
      await writeFile(file, bytes);
      const subject = createSubject({
        bytes,
        path: file,
        mimeType: 'image/jpeg',
        enrichment: {},
        claims: {},
      });
      const results = [await runCheck(createC2paCheck(), subject, new AbortController().signal)];
      expect(conclude(results)).toMatchObject({ verdict: 'inconclusive' });
      expect(results[0]?.facts).toMatchObject({ integrity: 'inconclusive', specVersion: '1.x' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
