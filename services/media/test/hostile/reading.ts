import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchChildren } from '@assay/test-kit/processes/watch-children';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { EnrichmentPool } from '../../src/enrich/enrichment-pool.ts';

export const maxRssBytes = 512 * 2 ** 20;
const maxFileMs = 30_000;

/** How reading one hostile file ended. */
export interface Outcome {
  readonly name: string;
  /** `ok`, or the code of the failure. */
  readonly code: string;
  readonly reason: string;
  readonly milliseconds: number;
}

/** What a pool answers, or a decoder. */
type Result =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly reason: string; readonly detail?: string };

/** A pool that reads hostile files, whose children are watched, and a folder for what is made of such files. */
export interface HostileReading {
  readonly pool: EnrichmentPool;
  /** Puts content where it can be read; a name that is given again is overwritten. */
  put(name: string, content: Uint8Array): Promise<string>;
  /**
   * Says what came out; answers what should not have: files that took too long, or ended otherwise than with a result, a reason or one of
   * the codes that are allowed besides, and a child that took too much memory.
   */
  unlawful(what: string, outcomes: readonly Outcome[], allowed?: readonly string[]): readonly object[];
  close(): Promise<void>;
}

export async function startHostileReading(size = 1): Promise<HostileReading> {
  const pool = createEnrichmentPool({ size, maxRssBytes });
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const watch = watchChildren(process.pid);
  return {
    pool,
    async put(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    unlawful(what, outcomes, allowed = []) {
      const peakBytes = watch.peakBytes();
      const counts = Object.entries(Object.groupBy(outcomes, ({ code }) => code));
      const slowest = outcomes.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
      console.info(
        `${what}, ${outcomes.length.toString()} readings:`,
        counts.map(([code, group]) => `${code} ${String(group?.length)}`).join(', '),
        `slowest ${String(slowest?.milliseconds.toFixed(0))} ms (${String(slowest?.name)})`,
        `peak ${Math.round(peakBytes / 2 ** 20).toString()} MB a child, ${watch.count().toString()} children`,
      );
      const lawful = ['ok', 'undecodable', ...allowed];
      const wrong = outcomes.filter(
        ({ code, milliseconds }) => !lawful.includes(code) || milliseconds > maxFileMs,
      );
      return [...wrong, ...(peakBytes < maxRssBytes ? [] : [{ peakBytes }])];
    },
    async close() {
      watch.stop();
      await pool.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads a file under a name that a report can show. */
export async function timed(name: string, read: () => Promise<Result>): Promise<Outcome> {
  const started = performance.now();
  const result = await read();
  const milliseconds = performance.now() - started;
  return result.ok
    ? { name, code: 'ok', reason: 'ok', milliseconds }
    : { name, code: result.code, reason: result.detail ?? result.reason, milliseconds };
}
