import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InterruptedError } from '@assay/chassis/work/worker';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import { createSigningIdentity } from '../../media/test/signing/certificates.ts';
import { signImage } from '../../media/test/signing/sign-image.ts';
import { createStageExecutor } from '../src/stages/stage-executor.ts';
import { StageFailedError } from '../src/domain/stage/stage-job.ts';
import type { StageJob } from '../src/domain/stage/stage-job.ts';

const never = new AbortController().signal;
let folder: string;
let job: StageJob;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-executor-'));
  const path = join(folder, 'subject');
  await copyFile(samplePhotograph(), path);
  job = {
    checks: ['ingest-gate'],
    withPreview: true,
    files: [{ id: 'a', name: 'a.jpg', mimeType: 'image/jpeg', enrichment: {} }],
    paths: [path],
    claims: {},
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the stage executor', () => {
  it('runs the checks of a stage in another process and brings back what they found', async () => {
    const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList: undefined });
    const { results, preview } = await executor.execute(job, never);
    expect(results.map(({ check }) => check)).toEqual(['ingest-gate']);
    expect(Math.max(preview?.width ?? 0, preview?.height ?? 0)).toBe(960);
    await executor.close();
  });

  it('examines a run without a file, and the files of one with several by what was read of them', async () => {
    const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList: undefined });
    const bare = await executor.execute({ ...job, files: [], paths: [] }, never);
    expect(bare.preview).toBe(null);
    expect(bare.results).toMatchObject([
      { applicability: { applicable: false, reason: 'no file was given' } },
    ]);
    const video = { id: 'b', name: 'b.mp4', mimeType: 'video/mp4', enrichment: {} };
    const files = [video, ...job.files, ...job.files];
    const several = await executor.execute(
      { ...job, files, paths: [null, ...job.paths, ...job.paths] },
      never,
    );
    expect(several.results).toMatchObject([{ applicability: { reason: 'no file was given' } }]);
    const missing = { ...job, paths: [join(folder, 'missing')] };
    await expect(executor.execute(missing, never)).rejects.not.toBeInstanceOf(StageFailedError);
    await executor.close();
  });

  it.each([
    [
      'of processor time',
      { processorMs: 1, clockMs: 60_000 },
      'more processor time for this file than the 0.001 s',
    ],
    ['of the clock', { processorMs: 60_000, clockMs: 1 }, 'did not end within 0.001 s'],
  ])('leaves out what meets a limit %s, and says which', async (_name, limits, words) => {
    const executor = createStageExecutor({ size: 1, ...limits, trustList: undefined });
    const { results } = await executor.execute({ ...job, checks: ['ingest-gate', 'copy-move'] }, never);
    const broken = results.find(({ check }) => check === 'copy-move');
    expect(broken?.applicability).toMatchObject({ reason: expect.stringContaining(words) as string });
    expect(results).toHaveLength(2);
    await executor.close();
  });

  it('ends work that was aborted, and the next one works', async () => {
    const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList: undefined });
    const abort = new AbortController();
    const aborted = executor.execute(job, abort.signal);
    abort.abort(new Error('the process stops'));
    await expect(aborted).rejects.toThrow();
    expect((await executor.execute(job, never)).results).toHaveLength(1);
    await executor.close();
  });

  it('goes on without a check that needs more memory than there is', async () => {
    // Reading the headers fits into it; 24 million pixels as numbers do not.
    const executor = createStageExecutor({
      size: 1,
      processorMs: 180_000,
      trustList: undefined,
      maxRssBytes: 200 * 2 ** 20,
    });
    const path = join(folder, 'large.jpg');
    const create = { width: 6000, height: 4000, channels: 3, background: '#7a8' } as const;
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    await sharp({ create: { ...create, noise } })
      .jpeg()
      .toFile(path);
    const large = { ...job, checks: ['ingest-gate', 'copy-move'], paths: [path] };
    const { results } = await executor.execute(large, never);
    expect(results).toMatchObject([
      { check: 'ingest-gate', applicability: { applicable: true } },
      {
        check: 'copy-move',
        applicability: {
          applicable: false,
          reason: 'the check needed more memory for this file than the 200 MB that it may use',
        },
      },
    ]);
    await executor.close();
  });

  it('lets a fault of its own be tried again, and says when its work was cut short', async () => {
    const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList: undefined });
    const faulty = { ...job, files: null, withPreview: false } as unknown as StageJob;
    const failure: unknown = await executor.execute(faulty, never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(StageFailedError);
    expect(failure).not.toBeInstanceOf(InterruptedError);
    await executor.close();
    await expect(executor.execute(job, never)).rejects.toBeInstanceOf(InterruptedError);
  });

  it('trusts the signers of the list it was given, and none without one', async () => {
    const maker = createSigningIdentity('A camera maker');
    const claim = {
      action: 'c2pa.created',
      digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
    };
    const path = join(folder, 'signed');
    await writeFile(path, await signImage(await readFile(samplePhotograph()), maker, claim));
    const listFile = join(folder, 'anchors.pem');
    await writeFile(listFile, maker.anchorsPem);

    const lists = [await loadTrustList(listFile), undefined];
    const trusts = await Promise.all(
      lists.map(async (trustList) => {
        const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList });
        const { results } = await executor.execute(
          {
            checks: ['c2pa'],
            withPreview: false,
            claims: {},
            files: [{ id: 'a', name: 'a.jpg', mimeType: 'image/jpeg', enrichment: {} }],
            paths: [path],
          },
          never,
        );
        await executor.close();
        return results.find(({ check }) => check === 'c2pa')?.llrAuthentic;
      }),
    );
    expect(trusts[0]).toBeGreaterThan(0.5);
    expect(trusts[1]).toBe(0);
    await expect(loadTrustList(samplePhotograph())).rejects.toThrow('holds no PEM certificate');
  });
});
