import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHead } from '../../src/sniff/read-head.ts';
import { detectType } from '../../src/sniff/detect-type.ts';
import type { DetectedType } from '../../src/sniff/detected-type.ts';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';
import { startHostileReading, timed } from './reading.ts';
import type { HostileReading, Outcome } from './reading.ts';

const lanes = 2;
let reading: HostileReading;

beforeAll(async () => {
  reading = await startHostileReading(lanes);
});
afterAll(() => reading.close());

function jobOf(
  detected: DetectedType | undefined,
): 'enrichImage' | 'enrichDocument' | 'enrichText' | 'enrichOther' {
  if (detected?.mimeType === 'text/plain') return 'enrichText';
  if (detected?.category === 'document') return 'enrichDocument';
  return detected?.category === undefined || detected.category === 'image' ? 'enrichImage' : 'enrichOther';
}

/** Every file goes to the decoders, whatever its bytes say it is: an upload may be cut after its type was decided. */
async function enrich(path: string): Promise<Outcome> {
  const detected = await detectType(await readHead(path));
  const input = { path, mimeType: detected?.mimeType ?? 'image/jpeg' };
  return timed(basename(path), () => reading.pool.run(jobOf(detected), input));
}

/** As many at a time as the pool has children, so that a file's time is its own. */
async function enrichAll(paths: readonly string[]): Promise<readonly Outcome[]> {
  const left = [...paths];
  const lane = async (): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let path = left.pop(); path !== undefined; path = left.pop()) outcomes.push(await enrich(path));
    return outcomes;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat();
}

const libvipsFiles = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('vips'));

describe.skipIf(!hasSharedMedia)('hostile files (need the media collection)', () => {
  it('all end with a result or a reason, in time and within memory, and leave no file behind', async () => {
    const filesBefore = await libvipsFiles();
    const outcomes = await enrichAll(sharedFiles('hostile'));
    expect(outcomes.length).toBeGreaterThan(500);
    expect(reading.unlawful('hostile files', outcomes, ['memory'])).toEqual([]);
    expect(outcomes.filter(({ reason }) => reason === '' || reason.includes('/hostile/'))).toEqual([]);
    expect(await libvipsFiles()).toEqual(filesBefore);
  });
});
