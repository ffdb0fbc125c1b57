import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStageExecutor, StageTimeoutError } from '../src/stages/stage-executor.ts';
import type { StageJob } from '../src/stages/stage-job.ts';

const never = new AbortController().signal;
let folder: string;
let job: StageJob;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-executor-'));
  const path = join(folder, 'subject');
  await copyFile(samplePhotograph(), path);
  job = { stageSlug: 'ingest-gate', path, mimeType: 'image/jpeg', enrichment: {}, claims: {} };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the stage executor', () => {
  it('runs the checks of a stage on another thread and brings back what they found', async () => {
    const executor = createStageExecutor({ threads: 1, timeoutMs: 30_000 });
    const { results, preview } = await executor.execute(job, never);
    expect(results.map(({ check }) => check)).toEqual(['ingest-gate']);
    expect(Math.max(preview?.width ?? 0, preview?.height ?? 0)).toBe(960);
    await executor.close();
  });

  it('ends a stage that takes too long, and the next one works', async () => {
    const slow = createStageExecutor({ threads: 1, timeoutMs: 1 });
    await expect(slow.execute(job, never)).rejects.toBeInstanceOf(StageTimeoutError);
    await slow.close();
    const executor = createStageExecutor({ threads: 1, timeoutMs: 30_000 });
    const abort = new AbortController();
    const aborted = executor.execute(job, abort.signal);
    abort.abort(new Error('the process stops'));
    await expect(aborted).rejects.toThrow();
    expect((await executor.execute(job, never)).results).toHaveLength(1);
    await executor.close();
  });
});
