import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aviOf } from '../../../../media/test/build-video.ts';
import { examineBytes } from '../../run/examine-bytes.fixture.ts';
import { box, movieOf } from '../../../../media/test/build-movie.ts';
import { check as videoContainer } from './check.ts';

const folder = resolve(import.meta.dirname, '../../../../../../shared/media/av');
const videos = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(mp4|mov)$/.test(name)) : [];
const examine = (bytes: Uint8Array, mimeType = 'video/mp4') => examineBytes(videoContainer, bytes, mimeType);

/** An element of Matroska with a size of one byte. */
const element = (id: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);

describe('video-container', () => {
  it('names the program that wrote a video again after the camera, without weight', async () => {
    const result = await examine(
      movieOf({
        items: { '\u00a9too': 'Lavf60.3.100' },
        userData: { '\u00a9mak': 'Apple', '\u00a9mod': 'iPhone 12' },
      }),
    );
    expect(result.llrManipulated).toBe(0);
    expect(result.statement).toBe(
      'The video names Apple iPhone 12 as its camera, and was written again by FFmpeg.',
    );
    expect(result.facts).toMatchObject({
      format: 'iso-media',
      brands: ['isom', 'mp42'],
      layout: ['ftyp', 'moov', 'mdat'],
    });
  });

  it('finds a change that is dated before the creation, which weighs next to nothing', async () => {
    const result = await examine(movieOf({ modified: '2020-01-01T00:00:00Z' }));
    expect(result.llrManipulated).toBe(0.2);
    expect(result.statement).toContain('changed on 2020-01-01, before it was created on 2024-05-01');
  });

  it('remarks on parts of different days without weight', async () => {
    const result = await examine(
      movieOf({ trackCreated: '2024-04-01T10:00:00Z', handlerName: 'Mainconcept Video Media Handler' }),
    );
    expect(result.llrManipulated).toBe(0);
    expect(result.facts['remarks']).toHaveLength(1);
    expect(result.facts).toMatchObject({ writers: [{ kind: 'editor' }] });
  });

  it('finds nothing against a video as a camera writes it', async () => {
    const result = await examine(movieOf({ userData: { '\u00a9mak': 'Apple', '\u00a9mod': 'iPhone 12' } }));
    expect(result).toMatchObject({
      llrManipulated: 0,
      facts: { writers: [], contradictions: [], remarks: [] },
    });
  });

  it('reads WebM and AVI', async () => {
    const info = element(
      '1549a966',
      Buffer.concat([element('4d80', Buffer.from('Lavf60')), element('5741', Buffer.from('HandBrake'))]),
    );
    const webm = Buffer.concat([
      element('1a45dfa3', element('4282', Buffer.from('webm'))),
      element('18538067', info),
    ]);
    expect((await examine(webm, 'video/webm')).facts).toMatchObject({
      format: 'matroska',
      brands: ['webm'],
      writers: [{ program: 'FFmpeg' }, { program: 'HandBrake' }],
    });
    const avi = await examine(await aviOf(1), 'video/x-msvideo');
    expect(avi.facts).toMatchObject({
      format: 'riff',
      brands: ['AVI'],
      layout: ['LIST hdrl', 'LIST movi'],
      writers: [],
    });
  });

  it('reads the names of programs in XMP', async () => {
    const packet = '<x:xmpmeta><rdf:Description xmp:CreatorTool="Adobe Premiere Pro 2024.0"/></x:xmpmeta>';
    const result = await examine(Buffer.concat([movieOf(), box('uuid', Buffer.alloc(16), packet)]));
    expect(result.facts).toMatchObject({ writers: [{ kind: 'editor', text: 'Adobe Premiere Pro 2024.0' }] });
  });

  it('is not applicable to other files, and reads cut and looping ones to their end', async () => {
    expect((await examine(movieOf(), 'image/jpeg')).applicability.applicable).toBe(false);
    expect((await examine(Buffer.from('plain text'))).applicability.applicable).toBe(false);
    const movie = movieOf();
    for (let end = 0; end < movie.length; end += 7)
      expect((await examine(movie.subarray(0, end))).facts['problem']).toBeUndefined();
  });

  it.skipIf(videos.length === 0)('weighs nothing against any video of the collection', async () => {
    for (const name of videos) {
      const result = await examine(readFileSync(resolve(folder, name)));
      expect([name, result.applicability.applicable, result.llrManipulated]).toEqual([name, true, 0]);
    }
  });
});
