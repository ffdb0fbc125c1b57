import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { NamedBytes } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

interface IssueBody {
  readonly type: string;
  readonly score: number;
  readonly explanation: string;
  readonly fileIds: readonly string[];
  readonly facts: { readonly keptFileId?: string | null; readonly confirmed?: boolean } | null;
}

/** Cleans files by `dedup-near`, and returns the names of those that stay with the near-duplicates of the new version. */
async function removeDuplicates(modality: string, files: readonly NamedBytes[]) {
  const dataset = await on.createDataset(modality);
  expect((await on.rest.uploadToDataset(dataset.id, files)).status).toBe(201);
  const started = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-near' });
  const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
  const version = await awaitVersion(on.rest, path);
  const { data } = (await on.rest.get(`${path}/issues?type=near_duplicate`)).body as {
    readonly data: readonly IssueBody[];
  };
  return { names: version.files.map(({ file }) => file.name).toSorted(), issues: data, path };
}

const photo = (places: readonly number[], width = 240): Promise<Buffer>[] =>
  places.map((place) => {
    const dots = Array.from(
      { length: 40 },
      (_, at) =>
        `<circle cx="${(at * 67) % 240}" cy="${(at * 41) % 180}" r="${6 + (at % 9)}" fill="#${((at * 7919) % 0xfff).toString(16).padStart(3, '0')}"/>`,
    );
    const figure = `<rect x="${place}" y="80" width="30" height="50" fill="#111"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect width="240" height="180" fill="#9ab"/>${dots.join('')}${figure}</svg>`;
    return sharp(Buffer.from(svg)).resize(width).png().toBuffer();
  });

async function animate(places: readonly number[]): Promise<Buffer> {
  return sharp(await Promise.all(photo(places)), { join: { animated: true } })
    .gif()
    .toBuffer();
}

describe('files that are alike without being copies', () => {
  it('stay if animations share their first frame only, and are listed', async () => {
    const gif = (name: string, bytes: Buffer): NamedBytes => ({ name, bytes, type: 'image/gif' });
    const original = await animate([20, 60, 100]);
    const copy = await sharp(original, { animated: true }).webp({ lossless: true }).toBuffer();
    const { names, issues } = await removeDuplicates('image', [
      gif('a.gif', original),
      gif('b.gif', await animate([20, 150, 200])),
      { name: 'copy.webp', bytes: copy, type: 'image/webp' },
    ]);
    expect(names).toHaveLength(2);
    expect(names).toContain('b.gif');
    expect(issues).toMatchObject([{ type: 'near_duplicate', facts: { confirmed: false, keptFileId: null } }]);
    expect(issues[0]?.fileIds).toHaveLength(2);
    expect(issues[0]?.score).toBeGreaterThan(0.5);
  });

  it('stay if they are pages that are too small to be read, and the issue says so', async () => {
    const lines = Array.from(
      { length: 24 },
      (_, row) => `<text x="80" y="${200 + row * 40}">Item ${row}: goods as ordered and delivered</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1400"><rect width="1000" height="1400" fill="#fff"/><g font-family="DejaVu Sans" font-size="24" fill="#222">${lines.join('')}</g></svg>`;
    const page = sharp(Buffer.from(svg)).removeAlpha().resize(250);
    const { names, issues } = await removeDuplicates('image', [
      { name: 'page.png', bytes: await page.clone().png().toBuffer(), type: 'image/png' },
      { name: 'page.jpg', bytes: await page.clone().jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg' },
    ]);
    expect(names).toHaveLength(2);
    expect(issues[0]?.explanation).toContain('fewer than 480 pixels');
  });

  it('stay if two letters share their small print, and a copy with other line ends goes', async () => {
    const smallPrint = Array.from(
      { length: 30 },
      (_, at) =>
        `Rule ${(at + 1).toString()} of our terms concerns part ${(at * 7).toString()} of the contract.`,
    ).join(' ');
    const letter = (name: string, total: string): string => `To ${name}. Total EUR ${total}. ${smallPrint}`;
    const text = (name: string, content: string): NamedBytes => ({
      name,
      type: 'text/plain',
      bytes: Buffer.from(content),
    });
    const { names, issues } = await removeDuplicates('text', [
      text('miller.txt', letter('Miller Bakery', '480.00')),
      text('brown.txt', letter('Brown Garage', '12,912.50')),
      text('miller-crlf.txt', letter('Miller Bakery', '480.00').replaceAll('. ', '.\r\n')),
    ]);
    expect(names).toHaveLength(2);
    expect(names).toContain('brown.txt');
    expect(issues.map(({ facts }) => facts?.confirmed)).toEqual([false]);
  });
});

describe('copies of images', () => {
  it('go, and the one with more pixels stays, although the smaller file is a larger PNG', async () => {
    const scene = sharp(on.image('scene.jpg').bytes);
    const full = await scene.clone().resize(800).jpeg({ quality: 80 }).toBuffer();
    const half = await sharp(full).resize(400).png({ compressionLevel: 0 }).toBuffer();
    expect(half.length).toBeGreaterThan(full.length);
    const files = [
      { name: 'half.png', bytes: half, type: 'image/png' },
      { name: 'full.jpg', bytes: full, type: 'image/jpeg' },
    ];
    expect((await removeDuplicates('image', files)).names).toEqual(['full.jpg']);
  });
});

describe('images that are hard to use', () => {
  it('stay, and are listed with value and threshold', async () => {
    const scene = on.image('scene.jpg').bytes;
    const jpeg = async (name: string, image: Sharp): Promise<NamedBytes> => ({
      name,
      type: 'image/jpeg',
      bytes: await image.jpeg({ quality: 90 }).toBuffer(),
    });
    const { names, path } = await removeDuplicates('image', [
      await jpeg('blurry.jpg', sharp(scene).blur(12)),
      await jpeg('dark.jpg', sharp(scene).linear(0.08, 0)),
      await jpeg('overexposed.jpg', sharp(scene).flop().linear(0.12, 226)),
      await jpeg('small.jpg', sharp(scene).flip().resize({ width: 100 })),
    ]);
    expect(names).toHaveLength(4);
    for (const type of ['blurry', 'dark', 'overexposed', 'small']) {
      const { data } = (await on.rest.get(`${path}/issues?type=${type}`)).body as {
        readonly data: readonly IssueBody[];
      };
      expect(data.map((issue) => issue.type)).toContain(type);
      expect(data[0]?.facts).toMatchObject({ value: expect.any(Number), threshold: expect.any(Number) });
    }
  });
});
