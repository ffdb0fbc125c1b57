import { buildPhonePhotograph, buildPhoneVideo, phoneMakers } from '@assay/test-kit/media/phone-photographs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readJpegParts } from '../../src/embedded/jpeg-parts.ts';

const video = buildPhoneVideo();
const image = await makeJpeg(64, 48);
const gainMap = await makeJpeg(16, 12);

describe('the parts of a photograph', () => {
  it.each(phoneMakers)('of %s are found where they are', (maker) => {
    const file = buildPhonePhotograph(maker, { image, gainMap, video });
    const { parts, missing, gainMap: map } = readJpegParts(file);
    expect(missing).toEqual([]);
    expect(map && file.readUInt16BE(map.offset)).toBe(0xffd8);
    expect(map && file.readUInt16BE(map.offset + map.length - 2)).toBe(0xffd9);
    const videos = parts
      .filter(({ kind }) => kind === 'motion_video')
      .map(({ offset, length }) => file.subarray(offset, offset + length).equals(video));
    expect(videos).toEqual(maker === 'Apple' ? [] : [true]);
  });

  it.each([
    ['beyond the end of the file', 'Item:Length="9999999999"'],
    ['of zero bytes', 'Item:Length="0"'],
    ['where there is something else', 'Item:Length="20"'],
  ])('are missing if the XMP promises a video %s', (_case, length) => {
    const file = buildPhonePhotograph('Google', { image, video });
    const cut = file.subarray(0, file.length - video.length);
    const text = cut.toString('latin1').replace(/Item:Length="\d\d\d+"/, length);
    const changed = Buffer.from(text, 'latin1');
    expect(readJpegParts(changed)).toMatchObject({ missing: ['motion_video'], tail: undefined });
  });

  it('are not missing if the XMP says that there is no video', () => {
    const file = buildPhonePhotograph('Google', { image, video });
    const text = file.subarray(0, -video.length).toString('latin1');
    const unset = text
      .replace('GCamera:MotionPhoto="1"', 'GCamera:MotionPhoto="0"')
      .replace(/<Container:Dir.*Directory>/, '');
    const rest = unset.replace(/ GCamera:MotionPhoto(?:Version|Pres\w+)="\d+"/g, '');
    expect(readJpegParts(Buffer.from(rest, 'latin1')).missing).toEqual([]);
  });

  it('are both videos of a file that has two, and the tail begins with the first', () => {
    const one = buildPhonePhotograph('Google', { image, video });
    const second = `<rdf:li><Container:Item Item:Semantic="MotionPhoto" Item:Length="${String(video.length)}"/></rdf:li>`;
    const text = one.toString('latin1').replace('</rdf:Seq>', `${second}</rdf:Seq>`);
    const file = Buffer.concat([Buffer.from(text, 'latin1'), video]);
    const { parts, tail } = readJpegParts(file);
    expect(parts.map(({ kind, length }) => [kind, length])).toEqual([
      ['motion_video', video.length],
      ['motion_video', video.length],
    ]);
    expect(tail?.length).toBe(2 * video.length);
  });

  it('are searched in bounded time among a million false beginnings', () => {
    const noise = Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0'.repeat(500_000), 'latin1');
    const begin = performance.now();
    expect(readJpegParts(Buffer.concat([image, noise])).parts).toEqual([]);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

async function makeJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg()
    .toBuffer();
}
