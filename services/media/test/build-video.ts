import sharp from 'sharp';
import { chunk } from './build-sound.ts';

const width = 160;
const height = 120;
const framesPerSecond = 10;

/** An AVI file of two seconds, each frame of it a JPEG; the first tenth is black, the rest red. */
export async function aviOf(seconds = 2): Promise<Buffer> {
  const picture = (background: string): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const black = await picture('black');
  const red = await picture('red');
  const count = seconds * framesPerSecond;
  const frames = Array.from({ length: count }, (_, index) => (index < count / 10 ? black : red));
  const header = list('hdrl', [
    chunk('avih', avih(count)),
    list('strl', [chunk('strh', strh(count)), chunk('strf', strf())]),
  ]);
  const movie = list(
    'movi',
    frames.map((frame) => chunk('00dc', padded(frame))),
  );
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), header, movie]));
}

const padded = (bytes: Buffer): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);

function list(name: string, content: readonly Buffer[]): Buffer {
  return chunk('LIST', Buffer.concat([Buffer.from(name), ...content]));
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

const avih = (frames: number): Buffer =>
  words(1_000_000 / framesPerSecond, 0, 0, 0, frames, 0, 1, 0, width, height, 0, 0, 0, 0);
const strh = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('vidsMJPG'),
    ...[words(0, 0, 0, 1, framesPerSecond, 0, frames, 0, 0xffffffff, 0), words(0, 0)],
  ]);
const strf = (): Buffer =>
  Buffer.concat([
    words(40, width, height, 1 | (24 << 16)),
    Buffer.from('MJPG'),
    words(width * height * 3, 0, 0, 0, 0),
  ]);
