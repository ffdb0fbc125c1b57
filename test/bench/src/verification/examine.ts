import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { previewJpeg } from '../../../../services/media/src/preview/preview-image.ts';
import sharp from 'sharp';
import { loadChecks } from '@assay/checks/registry';
import { createSubject, runCheck } from '@assay/checks/run/run-checks';
import { findPipeline } from '../../../../services/verification/src/domain/pipeline/catalog.ts';
import { selfTimes } from './self-times.ts';
import type { SelfTime } from './self-times.ts';

/** Milliseconds. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** What examining one picture took, once, in a process of its own. */
export interface Examined {
  /** sharp decodes the same file on one core. */
  readonly decode: Cost;
  /** By check, and `decoding` and `preview`, in the order of the stages. */
  readonly parts: readonly (Cost & { readonly name: string })[];
  readonly peakRssBytes: number;
  /** How long the examinations took, all of them together. */
  readonly seconds: number;
  readonly profile: readonly SelfTime[];
}

interface Job {
  readonly path: string;
  readonly times: number;
  readonly isProfiled: boolean;
}

const uncancelled = new AbortController().signal;
const pipeline = findPipeline('image-authenticity');

async function costOf<T>(work: () => Promise<T>): Promise<[Cost, T]> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const done = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [{ cpu: (user + system) / 1_000, wall: performance.now() - startedAt }, done];
}

/** What the workers of the stages do with a picture, one stage after the other. */
async function examine(path: string): Promise<Examined['parts']> {
  const parts: (Cost & { name: string })[] = [];
  const enrichment = {};
  for (const { task } of pipeline?.stages ?? []) {
    if (task.kind !== 'examine') continue;
    const checks = await loadChecks(task.checks);
    const bytes = await readFile(path);
    const subject = createSubject({ bytes, path, mimeType: 'image/jpeg', enrichment, claims: {} });
    const isFirst = parts.length === 0;
    // Decoded by whoever asks first, and then remembered: counted apart.
    if (task.checks.includes('copy-move')) {
      const [cost] = await costOf(() => subject.pixels());
      parts.push({ name: 'decoding', ...cost });
    }
    for (const check of checks) {
      const [cost] = await costOf(() => runCheck(check, subject, uncancelled));
      parts.push({ name: check.slug, ...cost });
    }
    if (isFirst) {
      const [cost] = await costOf(() => previewJpeg(path, 960));
      parts.push({ name: 'preview', ...cost });
    }
  }
  return parts;
}

async function profiled<T>(work: () => Promise<T>): Promise<[T, readonly SelfTime[]]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1_000 });
  await session.post('Profiler.start');
  const done = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return [done, selfTimes(profile)];
}

process.on('message', ({ path, times, isProfiled }: Job) => {
  void (async () => {
    sharp.concurrency(1);
    sharp.cache(false);
    await sharp(path).raw().toBuffer();
    const [decode] = await costOf(() => sharp(path).raw().toBuffer());
    let parts: Examined['parts'] = [];
    let profile: readonly SelfTime[] = [];
    const startedAt = performance.now();
    for (let time = 0; time < times; time += 1) {
      if (isProfiled) [parts, profile] = await profiled(() => examine(path));
      else parts = await examine(path);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const peakRssBytes = process.resourceUsage().maxRSS * 1_024;
    process.send?.({ decode, parts, peakRssBytes, seconds, profile } satisfies Examined, () =>
      process.exit(0),
    );
  })();
});
