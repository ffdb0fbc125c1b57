import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { clutter, size, tiles } from '../pixels/copy-move/synthetic-scenes.fixture.ts';
import { check as captureTimeline } from './capture-timeline/check.ts';
import { checkFiles, takePhotograph } from './check-files.fixture.ts';
import { check as pictureRelations } from './picture-relations/check.ts';
import { check as sharedDevice } from './shared-device/check.ts';

const scene = () => {
  const { data, width, height } = clutter();
  return sharp(data, { raw: { width, height, channels: 3 } });
};
const other = () => {
  const { data, width, height } = tiles();
  return sharp(data, { raw: { width, height, channels: 3 } });
};

describe('picture-relations', () => {
  it('finds a resaved, a reduced and a cut copy, and says which is earlier', async () => {
    const result = await checkFiles(pictureRelations, [
      { bytes: await scene().jpeg({ quality: 95 }).toBuffer() },
      { bytes: await scene().resize(400).jpeg({ quality: 75 }).toBuffer() },
      {
        bytes: await scene()
          .extract({ left: 60, top: 40, width: 480, height: 370 })
          .jpeg({ quality: 80 })
          .toBuffer(),
      },
    ]);
    expect(result.facts['relations']).toMatchObject([
      // It has more pixels and was saved better, both of which can be made.
      { kind: 'same', wholeFileId: 'file0', otherFileId: 'file1', earlierFileId: null },
      { kind: 'part', wholeFileId: 'file0', otherFileId: 'file2', earlierFileId: 'file0' },
      // The cut is finer than the reduced picture, which shows more: nothing is said.
      { kind: 'part', wholeFileId: 'file1', otherFileId: 'file2', earlierFileId: null },
    ]);
    expect([result.llrManipulated, result.llrSynthetic, result.llrAuthentic]).toEqual([0, 0, 0]);
    expect(result.artifacts).toMatchObject([{ type: 'table', mimeType: 'application/json' }]);
  });

  it('takes the one that still names its camera for the earlier, and neither an enlarged nor a better saved copy', async () => {
    const camera = { IFD0: { Make: 'Maker', Model: 'Model 1' } };
    const photograph = await scene().withExif(camera).jpeg({ quality: 88 }).toBuffer();
    const earlierThan = async (made: Sharp): Promise<unknown> => {
      const { facts } = await checkFiles(pictureRelations, [
        { bytes: await made.toBuffer() },
        { bytes: photograph },
      ]);
      return (facts['relations'] as { earlierFileId: unknown }[])[0]?.earlierFileId;
    };
    expect(await earlierThan(sharp(photograph).jpeg({ quality: 70 }))).toBe('file1');
    expect(await earlierThan(sharp(photograph).keepExif().jpeg({ quality: 97 }))).toBeNull();
    expect(await earlierThan(sharp(photograph).keepExif().resize(900).jpeg({ quality: 88 }))).toBeNull();
  });

  it.each([
    [0.6, 'whole first'],
    [0.6, 'part first'],
    [0.35, 'whole first'],
    [0.35, 'part first'],
  ] as const)('finds a part of %d of the sides, %s', async (share, order) => {
    const whole = await scene().jpeg({ quality: 92 }).toBuffer();
    const part = await scene()
      .extract({
        left: 113,
        top: 86,
        width: Math.round(size.width * share),
        height: Math.round(size.height * share),
      })
      .jpeg({ quality: 85 })
      .toBuffer();
    const given = order === 'whole first' ? [whole, part] : [part, whole];
    const { facts } = await checkFiles(
      pictureRelations,
      given.map((bytes) => ({ bytes })),
    );
    const wholeFileId = order === 'whole first' ? 'file0' : 'file1';
    expect(facts['relations']).toMatchObject([{ kind: 'part', wholeFileId, earlierFileId: wholeFileId }]);
  });

  it('relates neither other scenes nor repetition, and needs two pictures', async () => {
    const unrelated = [
      { bytes: await scene().jpeg({ quality: 90 }).toBuffer() },
      { bytes: await other().jpeg({ quality: 90 }).toBuffer() },
    ];
    const result = await checkFiles(pictureRelations, unrelated);
    expect(result.facts).toMatchObject({ pictures: 2, relations: [] });
    const video = { bytes: null, mimeType: 'video/mp4' };
    expect((await checkFiles(pictureRelations, [...unrelated.slice(1), video])).applicability).toMatchObject({
      applicable: false,
    });
  });
});

describe('capture-timeline', () => {
  it('puts pictures and videos in order, and says which are silent', async () => {
    const result = await checkFiles(captureTimeline, [
      { bytes: await takePhotograph('2024:07:15 15:00:00') },
      { bytes: null, mimeType: 'video/mp4', enrichment: { createdAt: '2024-07-15T09:00:00Z' } },
      { bytes: await scene().resize(64).jpeg().toBuffer() },
    ]);
    expect(result.facts).toMatchObject({
      timeline: [{ fileId: 'file1' }, { fileId: 'file0' }],
      undated: ['file2'],
    });
  });
});

describe('shared-device', () => {
  it('groups files by the camera they name and the number of its body', async () => {
    const result = await checkFiles(sharedDevice, [
      { bytes: await takePhotograph('2024:07:15 10:00:00', '77') },
      { bytes: await takePhotograph('2024:07:15 11:00:00', '77') },
      { bytes: await takePhotograph('2024:07:15 12:00:00') },
      { bytes: await scene().resize(64).jpeg().toBuffer() },
    ]);
    expect(result.facts['groups']).toMatchObject([
      { device: 'Maker Model 1', serial: '77', fileIds: ['file0', 'file1'] },
      { device: 'Maker Model 1', serial: null, fileIds: ['file2'] },
    ]);
    expect(result.llrManipulated).toBe(0);
  });
});
