import sharp from 'sharp';
import type { NamedBytes } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

/** Uploads the files to a new dataset, cleans its raw version, and returns the new version. */
async function clean(modality: string, pipelineSlug: string, files: readonly NamedBytes[]) {
  const dataset = await on.createDataset(modality);
  expect((await on.rest.uploadToDataset(dataset.id, files)).status).toBe(201);
  const started = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug });
  expect(started.status).toBe(200);
  const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
  return { dataset, path, version: await awaitVersion(on.rest, path) };
}

function text(name: string, content: string | Buffer): NamedBytes {
  return { name, bytes: Buffer.from(content), type: 'text/plain' };
}

/** Three images of one scene: the original, a smaller copy, and a copy that is turned by its orientation tag. */
async function makeCopies(original: NamedBytes): Promise<readonly NamedBytes[]> {
  const smaller = await sharp(original.bytes).resize(240).jpeg({ quality: 70 }).toBuffer();
  const turned = await sharp(original.bytes).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const type = 'image/jpeg';
  return [
    original,
    { name: 'smaller.jpg', bytes: smaller, type },
    { name: 'turned.jpg', bytes: turned, type },
  ];
}

describe('image-standard', () => {
  it('keeps the largest of several copies, removes what cannot be used, and counts every reason', async () => {
    const small = await sharp({ create: { width: 20, height: 200, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const blank = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const copies = await makeCopies(on.image('scene.jpg'));
    const broken = { ...on.image('broken.jpg'), bytes: on.image('broken.jpg').bytes.subarray(0, 2_000) };
    const { version, path, dataset } = await clean('image', 'image-standard', [
      ...copies,
      { name: 'small.png', bytes: small, type: 'image/png' },
      { name: 'blank.png', bytes: blank, type: 'image/png' },
      broken,
    ]);
    expect([version.state, version.error]).toEqual(['cleaned', null]);
    expect(version.counts?.removed).toEqual({
      near_duplicate: 2,
      blank: 2,
      undecodable: 1,
    });
    const issues = (await on.rest.get(`${dataset.raw}/issues`)).body as {
      readonly data: readonly { readonly type: string; readonly fileIds: readonly string[] }[];
      readonly scannedAt: string | null;
    };
    expect(issues.scannedAt).not.toBeNull();
    const types = issues.data.map(({ type }) => type);
    expect(types.toSorted()).toEqual(['corrupt', 'low_information', 'low_information', 'near_duplicate']);
    const again = await on.rest.post(`${path}/clean`, { pipelineSlug: 'image-standard' });
    const second = await awaitVersion(on.rest, `${dataset.path}/versions/${(again.body as VersionBody).id}`);
    expect([second.counts?.changed, second.manifestSha256]).toEqual([0, version.manifestSha256]);
  });
});

describe('texts and documents', () => {
  it('stores texts in one form and masks personal data', async () => {
    const latin = Buffer.from(
      'Gr\xfc\xdfe aus K\xf6ln, sagte der Bote, und dann ging er wieder.\r\n',
      'latin1',
    );
    const { version } = await clean('text', 'text-standard', [
      text('latin.txt', latin),
      text('plain.txt', 'Another text that needs nothing at all.\n'),
      text('blank.txt', '  \n \n'),
    ]);
    expect([version.state, version.counts?.removed]).toEqual(['cleaned', { empty: 1 }]);
    expect([version.counts?.changed, version.counts?.unchanged]).toEqual([1, 1]);
    const masked = await clean('text', 'text-pii-mask', [
      text('mail.txt', 'Write to ada@example.org or to ada@example.org.'),
    ]);
    const { body } = await on.rest.get(`${masked.path}/export`);
    const [file] = (body as { readonly files: readonly { readonly url: string }[] }).files;
    expect(await (await fetch(file?.url ?? '')).text()).toBe('Write to [EMAIL_1] or to [EMAIL_1].');
  });
});
