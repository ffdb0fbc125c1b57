import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { seededRandom } from '../copy-move/matching/seeded-random.ts';
import { check as spectralScreen } from './check.ts';

async function examine(bytes: Uint8Array, mimeType = 'image/png'): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-spectrum-'));
  try {
    const path = join(folder, 'picture');
    await writeFile(path, bytes);
    const subject = createSubject({ bytes, path, mimeType, enrichment: {}, claims: {} });
    return await runCheck(spectralScreen, subject, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Grey noise; the pattern adds to it at every eighth pixel of every eighth row. */
function noise(side: number, pattern = 0) {
  const random = seededRandom(7);
  const grey = Uint8Array.from({ length: side * side }, (_, i) => {
    const isOnLattice = i % 8 === 0 && Math.floor(i / side) % 8 === 0;
    return 110 + 20 * random() + 20 * random() + (isOnLattice ? pattern : 0);
  });
  return sharp(grey, { raw: { width: side, height: side, channels: 1 } });
}

describe('spectral-screen', () => {
  it('shows a lattice of eight pixels, without weight, and says that it proves nothing', async () => {
    const result = await examine(await noise(600, 60).png().toBuffer());
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, llrAuthentic: 0 });
    expect(result.statement).toMatch(/repeats itself every 2, 4, 8 pixels/);
    expect(result.statement).toContain('cannot be told from a photograph');
    expect(result.artifacts).toMatchObject([{ type: 'spectrum', width: 512, height: 512 }]);
  });

  it('shows no pattern in noise', async () => {
    const result = await examine(await noise(600).png().toBuffer());
    expect(result.statement).toMatch(/shows no pattern that repeats itself every 2, 4, 8 or 16 pixels\. /);
    expect(result.statement).toContain('cannot be told from a photograph');
    expect(result.facts['ringDecibels']).toHaveLength(16);
  });

  it('leaves out what the blocks of JPEG explain', async () => {
    const result = await examine(await noise(600, 60).jpeg({ quality: 90 }).toBuffer(), 'image/jpeg');
    expect(result.statement).toContain('no pattern that repeats itself every 16 pixels');
    expect(result.facts['periods']).toMatchObject([{ period: 16 }]);
    expect(result.limits.at(-1)).toContain('blocks of the coding');
  });

  it('is not applicable to small pictures, flat ones, and recordings', async () => {
    const flat = sharp({ create: { width: 400, height: 400, channels: 3, background: '#123456' } });
    for (const [bytes, mimeType] of [
      [await noise(200).png().toBuffer(), 'image/png'],
      [await flat.png().toBuffer(), 'image/png'],
      [Buffer.from('RIFF'), 'audio/wav'],
    ] as const)
      expect((await examine(bytes, mimeType)).applicability.applicable).toBe(false);
  });
});
