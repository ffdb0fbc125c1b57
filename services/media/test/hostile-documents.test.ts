import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import { residentBytes } from '../src/isolate/resident-memory.ts';
import { hasSharedMedia, sharedFiles } from './shared-media.ts';

const maxRssBytes = 512 * 2 ** 20;
const maxFileMs = 30_000;
const mutations = 300;
const types: readonly (readonly [RegExp, string])[] = [
  [/\.pdf$/, 'application/pdf'],
  [/\.(?:docx|zip)$/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/\.doc$/, 'application/msword'],
];

const pool = createEnrichmentPool({ size: 1, maxRssBytes });
let folder: string;
let peakBytes = 0;
const watch = setInterval(() => {
  for (const pid of pool.pids()) {
    void residentBytes(pid).then((bytes = 0) => {
      peakBytes = Math.max(peakBytes, bytes);
    });
  }
}, 50);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hostile-documents-'));
});
afterAll(async () => {
  clearInterval(watch);
  await pool.close();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly name: string;
  readonly code: string;
  readonly reason: string;
  readonly milliseconds: number;
}

const typeOf = (name: string): string | undefined => types.find(([pattern]) => pattern.test(name))?.[1];

async function enrich(path: string, name: string): Promise<Outcome> {
  const started = performance.now();
  const result = await pool.run('enrichDocument', { path, mimeType: typeOf(name) ?? '' });
  const outcome = result.ok
    ? { code: 'ok', reason: 'ok' }
    : { code: result.code, reason: result.detail ?? result.reason };
  return { name, ...outcome, milliseconds: performance.now() - started };
}

/** Says what came out; answers what should not have: no end in time or a fault of ours. */
function unlawful(outcomes: readonly Outcome[]): readonly Outcome[] {
  const slowest = outcomes.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const counts = Object.entries(Object.groupBy(outcomes, ({ code }) => code));
  console.info(
    `${outcomes.length} documents:`,
    counts.map(([code, group]) => `${code} ${String(group?.length)}`).join(', '),
    `slowest ${String(slowest?.milliseconds.toFixed(0))} ms (${String(slowest?.name)})`,
    `peak ${Math.round(peakBytes / 2 ** 20)} MB`,
  );
  return outcomes.filter(
    ({ code, milliseconds }) => (code !== 'ok' && code !== 'undecodable') || milliseconds > maxFileMs,
  );
}

/** Numbers that look random and are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe.skipIf(!hasSharedMedia)('hostile documents (need the media collection)', () => {
  it('all end with a result or a reason, in time and within memory', async () => {
    const outcomes: Outcome[] = [];
    for (const path of sharedFiles('hostile').filter((file) => typeOf(file) !== undefined)) {
      outcomes.push(await enrich(path, basename(path)));
    }
    expect(outcomes.length).toBeGreaterThan(100);
    expect(unlawful(outcomes)).toEqual([]);
    expect(peakBytes).toBeLessThan(maxRssBytes);
  });

  it(`so do ${mutations} documents with flipped bits`, async () => {
    const random = seeded(20_261_122);
    const originals = sharedFiles('documents').filter((file) => typeOf(file) !== undefined);
    const outcomes: Outcome[] = [];
    for (let index = 0; index < mutations; index += 1) {
      const original = originals[index % originals.length] ?? '';
      const content = await readFile(original);
      for (let flip = 0; flip < 1 + random() * 20; flip += 1) {
        const at = Math.floor(random() * content.length);
        content[at] = (content[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
      const path = join(folder, 'mutated');
      await writeFile(path, content);
      outcomes.push(await enrich(path, basename(original)));
    }
    expect(unlawful(outcomes)).toEqual([]);
    expect(peakBytes).toBeLessThan(maxRssBytes);
  });
});
