import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { loadDetectorCalibration } from '@assay/checks/external/external-detector/detector-calibration';
import type { DetectorCalibration } from '@assay/checks/external/external-detector/detector-calibration';
import { detectorFinding } from '@assay/checks/external/external-detector/detector-finding';

const measured = {
  detector: 'Probe',
  version: '3.1',
  proposition: 'synthetic',
  mimeTypes: ['image/jpeg'],
  innocentScenes: 300,
  alteredScenes: 200,
  steps: [
    { above: 0.9, falseAlarms: 0, found: 150 },
    { above: 0.5, falseAlarms: 30, found: 190 },
  ],
} as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-detector-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function calibrated(given: object): Promise<DetectorCalibration> {
  const file = join(folder, 'calibration.json');
  await writeFile(file, JSON.stringify({ ...measured, ...given }));
  return loadDetectorCalibration(file);
}

const answer = (score: number) => ({ detector: 'Probe', version: '3.1', score });

describe('detectorFinding', () => {
  it('weighs a score as the scenes support it was measured on, and points where one innocent in a hundred does at most', async () => {
    const calibration = await calibrated({});
    const [high, middle, low] = [0.95, 0.6, 0.2].map((score) => detectorFinding(answer(score), calibration));
    expect(high?.llrSynthetic).toBeCloseTo(Math.log10(0.695 / 0.00994), 1);
    expect(middle?.llrSynthetic).toBe(0);
    expect(low?.llrSynthetic).toBeLessThan(0);
    expect(high).toMatchObject({ llrManipulated: 0, kind: 'statistical', searchesFor: ['generated'] });
    expect(high?.statement).toBe('Probe answers 0.95; 0 of 300 innocent scenes scored as high.');
    expect(low?.statement).toBe('Probe answers 0.20, as it does for most innocent files.');
  });

  it('points at a file, and does not call it generated on a few hundred scenes', async () => {
    const result = detectorFinding(answer(0.95), await calibrated({}));
    expect(conclude([result]).verdict).toBe('inconclusive');
  });

  it('mixes a ratio for some changes with the others', async () => {
    const calibration = await calibrated({ proposition: 'manipulated', searchesFor: ['inserted-area'] });
    const result = detectorFinding(answer(0.95), calibration);
    expect(10 ** result.llrManipulated).toBeCloseTo(1 + (2 / 9) * (0.695 / 0.00994 - 1), 0);
  });

  it('does not count an answer of a version that was not calibrated', async () => {
    const result = detectorFinding({ ...answer(0.95), version: '4' }, await calibrated({}));
    expect(result.applicability).toEqual({
      applicable: false,
      reason: 'Probe 4 answered, and Probe 3.1 was calibrated',
    });
  });
});

describe('loadDetectorCalibration', () => {
  it.each([
    [{ proposition: 'fake' }, 'proposition must be manipulated or synthetic'],
    [{ proposition: 'manipulated' }, 'searchesFor must name a kind of change'],
    [{ searchesFor: ['sorcery'] }, 'searchesFor names the unknown change sorcery'],
    [{ steps: [] }, 'steps must be a list that is not empty'],
    [
      { steps: [{ above: 0.5, falseAlarms: 301, found: 0 }] },
      'a step must not count more scenes than there are',
    ],
    [{ innocentScenes: 1.5 }, 'innocentScenes must be a count'],
    [{ detector: '' }, 'detector must be text'],
  ])('refuses %o', async (given, problem) => {
    await expect(calibrated(given)).rejects.toThrow(`is no calibration of a detector: ${problem}`);
  });
});
