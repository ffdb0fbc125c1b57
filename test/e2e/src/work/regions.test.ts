import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { createJob, smallImage } from './crowd-jobs.ts';
import { expectGoodViews, newPhone } from './views.ts';

const { ffmpegPath } = inject('servers');
const survey = { questions: [{ key: 'place', type: 'region', label: 'Where?', required: true }] };

describe.skipIf(!hasBrowser)('regions of a task (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let rest: Rest;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  async function start(file: NamedBytes): Promise<{ jobId: string; page: Page; stage: Locator }> {
    const jobId = await createJob(rest, { files: [file], survey });
    const page = await newPhone(browser);
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start as a guest' }).tap();
    const stage = page.getByRole('application');
    await stage.scrollIntoViewIfNeeded();
    return { jobId, page, stage };
  }

  async function submit(page: Page, jobId: string) {
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    return (await rest.get(`/v2/crowd-jobs/${jobId}/answers`)).body.data[0].regions;
  }

  it('are drawn, moved and resized by dragging, and removed', async () => {
    const { jobId, page, stage } = await start(await smallImage());
    await drag(page, stage, [0.2, 0.2], [0.4, 0.4]);
    await page.getByRole('button', { name: 'Region 1: left 20 %' }).waitFor();
    await drag(page, stage, [0.3, 0.3], [0.5, 0.5]);
    await page.getByRole('button', { name: 'Region 1: left 40 %' }).waitFor();
    await drag(page, stage, [0.6, 0.6], [0.9, 0.8]);
    await drag(page, stage, [0.1, 0.7], [0.2, 0.9]);
    await page.getByRole('button', { name: 'Remove: Region 2' }).tap();
    const regions = await submit(page, jobId);
    expect(regions).toHaveLength(1);
    for (const [name, value] of Object.entries({ x: 0.4, y: 0.4, width: 0.5, height: 0.4 }))
      expect([name, regions[0][name]]).toEqual([name, expect.closeTo(value, 1)]);
  });

  it('are placed in the zoomed file, after two fingers have zoomed it', async () => {
    const { jobId, page, stage } = await start(await smallImage());
    await pinch(page, stage);
    const scale = await page.evaluate<number>(readScale);
    expect(scale).toBeGreaterThan(1.8);
    expect(await page.getByRole('button', { name: 'Show: Region' }).count()).toBe(0);
    const { width, height } = await readBox(stage);
    await stage.tap({ position: { x: width * 0.25, y: height * 0.25 } });
    await stage.tap({ position: { x: width * 0.75, y: height * 0.75 } });
    await expectGoodViews(page, 'zoomed');
    await page.getByRole('button', { name: 'Whole file' }).tap();
    const [{ x, width: share }] = await submit(page, jobId);
    expect(share).toBeCloseTo(0.5 / scale, 1);
    expect(Number(x) + Number(share) / 2).toBeCloseTo(0.5, 1);
  });

  it.skipIf(ffmpegPath === undefined)('of a video begin at the instant that is shown', async () => {
    const { jobId, page, stage } = await start(await createVideo(ffmpegPath ?? ''));
    await expect.poll(() => page.getByText('/ 0:04.00').count()).toBe(1);
    await page.getByRole('slider', { name: 'Position' }).fill('1');
    await page.getByRole('button', { name: 'One frame forward' }).tap();
    await drag(page, stage, [0.2, 0.2], [0.4, 0.6]);
    await page.getByRole('slider', { name: 'Position' }).fill('2');
    await page.getByRole('button', { name: 'Set end' }).tap();
    await expectGoodViews(page, 'video');
    expect(await submit(page, jobId)).toMatchObject([
      { startSeconds: 1.04, endSeconds: 2, questionKey: 'place' },
    ]);
  });
});

const readScale = `new DOMMatrix(getComputedStyle(document.querySelector('.plane')).transform).a`;

type Fractions = readonly [number, number];

async function drag(page: Page, stage: Locator, from: Fractions, to: Fractions): Promise<void> {
  await stage.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await readBox(stage);
  await page.mouse.move(x + width * from[0], y + height * from[1]);
  await page.mouse.down();
  await page.mouse.move(x + width * to[0], y + height * to[1], { steps: 4 });
  await page.mouse.up();
}

/** Moves two fingers apart to twice their distance. */
async function pinch(page: Page, stage: Locator): Promise<void> {
  const { x, y, width, height } = await readBox(stage);
  const client = await page.context().newCDPSession(page);
  const fingers = (share: number) =>
    [-1, 1].map((side, id) => ({ id, x: x + width * (0.5 + side * share), y: y + height * 0.5 }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(0.15) });
  for (const share of [0.2, 0.25, 0.3])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(share) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function readBox(stage: Locator) {
  const box = await stage.boundingBox();
  if (box === null) throw new Error('the stage is not visible');
  return box;
}

async function createVideo(ffmpeg: string): Promise<NamedBytes> {
  const output = [
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    'frag_keyframe+empty_moov',
    '-f',
    'mp4',
    'pipe:1',
  ];
  const words = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=4', ...output];
  const { stdout } = await promisify(execFile)(ffmpeg, words, { encoding: 'buffer', maxBuffer: 10_000_000 });
  return { name: 'test.mp4', type: 'video/mp4', bytes: stdout };
}
