import { describe, expect, it } from 'vitest';
import { findMotionVideo } from './find-motion-video.ts';

const video = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypmp42'), Buffer.alloc(40)]);
const item = (attributes: string) => `<x:xmpmeta><Container:Item ${attributes}/></x:xmpmeta>`;
const build = (xmp: string, end: Buffer = video): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(xmp), Buffer.alloc(500), end]);

describe('the video of a motion photo', () => {
  it.each([
    [
      'a motion photo',
      item(`Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="${video.length}"`),
    ],
    ['one with another order', item(`Item:Length="${video.length}" Item:Semantic="MotionPhoto"`)],
    ['a micro video', `<rdf:Description GCamera:MicroVideoOffset="${video.length}">`],
  ])('is found at the end of %s', (_case, xmp) => {
    const file = build(xmp);
    expect(findMotionVideo(file)).toEqual({ offset: file.length - video.length, length: video.length });
  });

  it.each([
    ['is no video there', item('Item:Semantic="MotionPhoto" Item:Length="60"'), Buffer.alloc(52)],
    ['is promised beyond the file', item('Item:Semantic="MotionPhoto" Item:Length="9999999999"'), video],
    ['is not promised', item('Item:Semantic="Primary" Item:Length="52"'), video],
    ['has no length', item('Item:Semantic="MotionPhoto" Item:Length="0"'), video],
  ])('is none if it %s', (_case, xmp, end) => {
    expect(findMotionVideo(build(xmp, end))).toBeNull();
  });
});
