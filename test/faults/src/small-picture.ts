import { crc32, deflateSync } from 'node:zlib';

const side = 32;

/** Names a generator as its programs do: the run has a verdict and is charged, though nothing could be searched in the pixels. */
const generator =
  'parameters\0a harbour\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Model: sd_xl_base';

/**
 * Returns a PNG (W3C, third edition) of 32 by 32 pixels in one grey, which is checked in no time.
 * @param comment Latin-1 text that the picture carries, so that it is a file of its own; none unless given
 */
export function smallPicture(comment?: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits a sample, greyscale; deflate, adaptive filters, no interlace.
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), 0x7f);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const text = comment === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))];
  const chunks = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(generator, 'latin1')),
    ...text,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
