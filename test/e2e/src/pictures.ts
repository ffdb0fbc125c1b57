import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import sharp from 'sharp';

interface Picture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The sample photograph with a part of it copied to another place. */
export async function copiedPicture(): Promise<Picture> {
  const photograph = sharp(samplePhotograph());
  const part = await photograph.clone().extract({ left: 560, top: 230, width: 260, height: 220 }).toBuffer();
  const bytes = await photograph
    .composite([{ input: part, left: 930, top: 420 }])
    .jpeg({ quality: 93 })
    .toBuffer();
  return { name: 'copied.jpg', type: 'image/jpeg', bytes };
}

/** A picture in which a generator of images left its parameters. */
export async function generatedPicture(): Promise<Picture> {
  const png = await sharp(samplePhotograph()).resize(512, 512).png().toBuffer();
  const parameters =
    'parameters\0a crate of starfish on a quay, 35mm photograph\nNegative prompt: blurry\n' +
    'Steps: 28, Sampler: DPM++ 2M Karras, CFG scale: 7, Seed: 1234567, Size: 512x512, Model: sd_xl_base_1.0';
  const afterHeader = 8 + 25;
  const bytes = Buffer.concat([
    png.subarray(0, afterHeader),
    pngChunk('tEXt', Buffer.from(parameters, 'latin1')),
    png.subarray(afterHeader),
  ]);
  return { name: 'generated.png', type: 'image/png', bytes };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const signed = join(import.meta.dirname, '../../../../shared/media/c2pa/adobe-20220124-CAI.jpg');

/** A published sample with content credentials; undefined where the samples are not at hand. */
export const signedPicture = existsSync(signed) ? signed : undefined;
