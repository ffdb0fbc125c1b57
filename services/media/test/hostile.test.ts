import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readHead } from '../src/decode/read-image-header.ts';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import { residentBytes } from '../src/isolate/resident-memory.ts';
import { detectType } from '../src/sniff/detect-type.ts';
import type { DetectedType } from '../src/sniff/detect-type.ts';
import { hasSharedMedia, sharedFiles } from './shared-media.ts';

const maxRssBytes = 512 * 2 ** 20;
const maxFileMs = 30_000;
const pool = createEnrichmentPool({ size: 2, maxRssBytes });
let peakBytes = 0;
const watch = setInterval(() => {
  for (const pid of pool.pids()) {
    void residentBytes(pid).then((bytes = 0) => {
      peakBytes = Math.max(peakBytes, bytes);
    });
  }
}, 50);

afterAll(async () => {
  clearInterval(watch);
  await pool.close();
});

interface Outcome {
  readonly name: string;
  readonly code: string;
  readonly reason: string;
  readonly milliseconds: number;
}

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
  const started = performance.now();
  const result = await pool.run(jobOf(detected), { path, mimeType: detected?.mimeType ?? 'image/jpeg' });
  const milliseconds = performance.now() - started;
  const outcome = result.ok ? { code: 'ok', reason: 'ok' } : result;
  return { name: basename(path), code: outcome.code, reason: outcome.reason, milliseconds };
}

/** As many at a time as the pool has children, so that a file's time is its own. */
async function enrichAll(paths: readonly string[]): Promise<readonly Outcome[]> {
  const left = [...paths];
  const lane = async (): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let path = left.pop(); path !== undefined; path = left.pop()) outcomes.push(await enrich(path));
    return outcomes;
  };
  return (await Promise.all([lane(), lane()])).flat();
}

const libvipsFiles = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('vips'));

describe.skipIf(!hasSharedMedia)('hostile files', () => {
  it('all end with a result or a reason, in time and within memory, and leave no file behind', async () => {
    const filesBefore = await libvipsFiles();
    const started = performance.now();
    const outcomes = await enrichAll(sharedFiles('hostile'));
    const seconds = (performance.now() - started) / 1000;

    const slowest = outcomes.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
    const counts = Object.entries(Object.groupBy(outcomes, ({ code }) => code));
    console.info(
      `${outcomes.length} hostile files in ${seconds.toFixed(1)} s`,
      counts.map(([code, group]) => `${code} ${String(group?.length)}`).join(', '),
      `slowest ${String(slowest?.milliseconds.toFixed(0))} ms (${String(slowest?.name)})`,
      `peak ${Math.round(peakBytes / 2 ** 20)} MB a child`,
    );
    expect(outcomes.length).toBeGreaterThan(500);
    expect(
      outcomes.filter(({ code }) => code !== 'ok' && code !== 'undecodable' && code !== 'memory'),
    ).toEqual([]);
    expect(outcomes.filter(({ reason }) => reason === '' || reason.includes('/hostile/'))).toEqual([]);
    expect(slowest?.milliseconds).toBeLessThan(maxFileMs);
    expect(peakBytes).toBeLessThan(maxRssBytes);
    expect(await libvipsFiles()).toEqual(filesBefore);
  });
});
