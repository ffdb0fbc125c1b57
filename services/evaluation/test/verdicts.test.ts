import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createCheck as createC2paCheck } from '@assay/checks/provenance/c2pa/check';
import { check as exifConsistency } from '@assay/checks/metadata/exif-consistency/check';
import { check as generatorMetadata } from '@assay/checks/metadata/generator-metadata/check';
import { check as ingestGate } from '@assay/checks/structure/ingest-gate/check';
import { check as jpegStructure } from '@assay/checks/structure/jpeg-structure/check';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { conclude } from '@assay/verification/domain/fusion/conclude';
import { pictureExtensions } from '../src/calibration/measuring/photographs.ts';
import { pictureChanges } from '@assay/checks/search/change-kinds';
import type { EvaluationCase } from '../src/verdicts/evaluation-case.ts';
import { examineAll } from '../src/verdicts/examine.ts';
import { labelledFiles } from '../src/verdicts/labelled-files.ts';
import { innocentPictures } from '../src/verdicts/pictures/picture-cases.ts';
import { heldOutScenes } from '../src/verdicts/scenes.ts';
import { judge } from '../src/verdicts/judge.ts';
import type { Judgement } from '../src/verdicts/judge.ts';

const mediaFolder = findSharedMedia('.');
const checks = [ingestGate, createC2paCheck(), generatorMetadata, exifConsistency, jpegStructure];

async function judgeAll(cases: AsyncIterable<EvaluationCase>): Promise<readonly Judgement[]> {
  const files = await examineAll(cases, { checks, extractor: undefined });
  return files.map((file) => judge(file, { changes: pictureChanges }));
}

const described = (judged: readonly Judgement[]): string[] =>
  judged.map(({ group, scene, verdict, statement }) => `${group}/${scene}: ${verdict}. ${statement}`);

describe.skipIf(mediaFolder === undefined)('structural verdicts (needs the media collection)', () => {
  it('calls no photograph and no innocent version of one anything but unverified', async () => {
    const scenes = (await heldOutScenes(findSharedMedia('photos') ?? '', null, pictureExtensions)).slice(
      0,
      5,
    );
    const judging = scenes.map((scene) => judgeAll(innocentPictures(scene)));
    const judged = (await Promise.all(judging)).flat();
    expect(judged.length).toBeGreaterThan(40);
    expect(described(judged.filter(({ verdict }) => verdict !== 'unverified'))).toEqual([]);
  });

  it('calls every generator image synthetic with at most 0.97 confidence', async () => {
    const judged = await judgeAll(labelledFiles(findSharedMedia('synthetic') ?? ''));
    expect(judged.length).toBeGreaterThan(0);
    expect(described(judged.filter(({ verdict }) => verdict !== 'synthetic'))).toEqual([]);
    expect(Math.max(...judged.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.97);
  });

  it('calls a generator image that lost its metadata unverified', async () => {
    const bytes = await sharp(findSharedMedia('synthetic/flux2_example.png'))
      .jpeg({ quality: 85 })
      .toBuffer();
    const subject = createSubject({ bytes, path: '', mimeType: 'image/jpeg', enrichment: {}, claims: {} });
    expect(conclude(await runChecks(checks, subject)).verdict).toBe('unverified');
  });

  it('calls a picture changed under an old manifest inconclusive, not manipulated', async () => {
    const bytes = await readFile(findSharedMedia('c2pa/adobe-20220124-CI.jpg') ?? '');
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
      const results = await runChecks([createC2paCheck()], subject);
      expect(conclude(results)).toMatchObject({ verdict: 'inconclusive' });
      expect(results[0]?.facts).toMatchObject({ integrity: 'inconclusive', specVersion: '1.x' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
