import { newId } from '@assay/chassis/ids';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

let on: DatasetPlatform;

beforeAll(async () => {
  on = await startDatasetPlatform();
});

afterAll(() => on.stop());

/** Uploads an image, a file with the same bytes, and a smaller copy. */
async function uploadCopies() {
  const dataset = await on.createDataset('image');
  const original = on.image('scene.jpg');
  const smaller = await sharp(original.bytes).resize(240).jpeg({ quality: 70 }).toBuffer();
  const files = [
    original,
    { ...original, name: 'same.jpg' },
    { name: 'smaller.jpg', bytes: smaller, type: 'image/jpeg' },
  ];
  expect((await on.rest.uploadToDataset(dataset.id, files)).status).toBe(201);
  const raw = (await on.rest.get(dataset.raw)).body as VersionBody;
  const ids = new Map(raw.files.map(({ fileId, file }) => [file.name, fileId]));
  return { dataset, find: (name: string): string => ids.get(name) ?? '' };
}

describe('keepFileIds', () => {
  it.each([
    ['nothing', [], ['scene.jpg']],
    ['the smaller copy', ['smaller.jpg'], ['scene.jpg', 'smaller.jpg']],
    ['the later one of two equal files', ['same.jpg'], ['same.jpg']],
    ['all', ['scene.jpg', 'same.jpg', 'smaller.jpg'], ['same.jpg', 'scene.jpg', 'smaller.jpg']],
  ])('keeps %s of three copies', async (_, names, left) => {
    const { dataset, find } = await uploadCopies();
    const body = { pipelineSlug: 'dedup-near', keepFileIds: names.map(find) };
    const started = await on.rest.post(`${dataset.raw}/clean`, body);
    expect(started.status).toBe(200);
    const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
    const { files } = await awaitVersion(on.rest, path);
    expect(files.map(({ file }) => file.name).toSorted()).toEqual(left);
  });

  it('refuses a file that the version does not name as not found, and starts no job', async () => {
    const { dataset, find } = await uploadCopies();
    const keepFileIds = [find('scene.jpg'), newId()];
    const refused = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-near', keepFileIds });
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    const { body } = await on.rest.get(dataset.path);
    expect(body).toMatchObject({ versions: [{ state: 'raw' }] });
  });

  it.each([
    ['more than 1,000 ids', Array.from({ length: 1_001 }, newId)],
    ['what is no list', 'scene.jpg'],
  ])('refuses %s', async (_, keepFileIds) => {
    const { dataset } = await uploadCopies();
    const refused = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-near', keepFileIds });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(JSON.stringify(refused.body)).toContain('keepFileIds');
  });
});

describe('removeChangedCopies', () => {
  const changes: Readonly<Record<string, (image: Sharp) => Sharp>> = {
    grey: (image) => image.greyscale(),
    mirrored: (image) => image.flop(),
    darker: (image) => image.linear(0.8, 0),
    cropped: (image) => image.extract({ left: 20, top: 14, width: 590, height: 440 }),
    bordered: (image) => image.extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' }),
  };

  async function uploadChanged() {
    const dataset = await on.createDataset('image');
    const scene = await sharp(on.image('scene.jpg').bytes).resize(640, 480, { fit: 'fill' }).png().toBuffer();
    const save = async (name: string, image: Sharp) => ({
      name: `${name}.jpg`,
      type: 'image/jpeg',
      bytes: await image.jpeg({ quality: 90 }).toBuffer(),
    });
    const files = [await save('original', sharp(scene))];
    for (const [name, change] of Object.entries(changes)) files.push(await save(name, change(sharp(scene))));
    expect((await on.rest.uploadToDataset(dataset.id, files)).status).toBe(201);
    return dataset;
  }

  async function clean(body: object) {
    const dataset = await uploadChanged();
    const started = await on.rest.post(`${dataset.raw}/clean`, { pipelineSlug: 'dedup-near', ...body });
    expect(started.status).toBe(200);
    const path = `${dataset.path}/versions/${(started.body as VersionBody).id}`;
    const { files } = await awaitVersion(on.rest, path);
    const issues = (await on.rest.get(`${dataset.raw}/issues?type=near_duplicate&limit=100`)).body as {
      readonly data: readonly { readonly explanation: string; readonly facts: object }[];
    };
    return { names: files.map(({ file }) => file.name), issues: issues.data };
  }

  it('is false unless the client sets it: changed copies stay and are listed with their difference', async () => {
    const { names, issues } = await clean({});
    expect(names).toHaveLength(6);
    const explanations = issues.map(({ explanation }) => explanation).join(' ');
    for (const words of [
      'is in grey',
      'is mirrored',
      'is brighter or darker by',
      'is cropped',
      'has a border',
    ])
      expect(explanations).toContain(words);
    expect(issues[0]?.facts).toMatchObject({ confirmed: false, keptFileId: null });
  });

  it('removes the changed copies and keeps the original', async () => {
    const { names, issues } = await clean({ removeChangedCopies: true });
    expect(names).toEqual(['original.jpg']);
    expect(issues.filter(({ facts }) => 'confirmed' in facts && facts.confirmed === true)).toHaveLength(5);
  });
});
