import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnrichmentProgress, TakenFile } from './file.ts';
import { reportProgress } from './report-progress.ts';

const now = new Date('2026-11-19T16:20:11.000Z');
// Nothing but its id is looked at.
const unit = { id: 'file' } as TakenFile;
let told: EnrichmentProgress[];
let warnings: unknown[];
let isBroken: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  [told, warnings, isBroken] = [[], [], false];
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const enrichments = {
    report(_unit: TakenFile, progress: EnrichmentProgress) {
      if (isBroken) return Promise.reject(new Error('no database'));
      told.push(progress);
      return Promise.resolve();
    },
  };
  const logger = { warn: (...warning: unknown[]) => void warnings.push(warning) };
  return reportProgress({ enrichments, clock: { now: () => now }, logger }, unit);
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

describe('the progress of a file', () => {
  it('is not told of what takes less than a second', async () => {
    const progress = start();
    progress.begin('fetching');
    await seconds(0.9);
    progress.end();
    await seconds(5);
    expect(told).toEqual([]);
  });

  it('is told once a second at most, the step that is under way then, and only what has changed', async () => {
    const progress = start();
    let share = 0.1234;
    progress.begin('fetching', () => Promise.resolve(share));
    await seconds(1);
    share = 0.129;
    await seconds(1);
    share = 7;
    await seconds(1);
    for (const step of ['reading', 'measuring', 'picturing'] as const) progress.begin(step);
    await seconds(10);
    progress.end();
    expect(told).toEqual([
      { step: 'fetching', share: 0.12, updatedAt: now },
      { step: 'fetching', share: 1, updatedAt: now },
      { step: 'picturing', share: undefined, updatedAt: now },
    ]);
  });

  it('fails no file when it cannot be told, and is told later', async () => {
    const progress = start();
    isBroken = true;
    progress.begin('reading');
    await seconds(2);
    isBroken = false;
    await seconds(1);
    progress.end();
    expect(warnings).toHaveLength(2);
    expect(told).toMatchObject([{ step: 'reading' }]);
  });
});
