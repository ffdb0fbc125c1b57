import { createHash } from 'node:crypto';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import { smallPicture } from '../small-picture.ts';

/** A file that no other file equals. */
export interface Content {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Above the size of one part of the service's own uploads, and of two parts of an upload in parts. */
const largeBytes = 6 * 2 ** 20;
const inPartsBytes = 17 * 2 ** 20;
const words = [
  'amber',
  'basalt',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'granite',
  'harbour',
  'island',
  'jasper',
];

/** Of ten files about five are pictures, three texts and two PDFs; one in thirty is a text of 6 MiB. */
export function newContent(random: SeededRandom, tag: string): Content {
  const draw = random.below(30);
  if (draw < 15) return contentOf(`${tag}.png`, 'image/png', smallPicture(tag));
  if (draw < 21) return contentOf(`${tag}.pdf`, 'application/pdf', pdf(tag));
  return newText(random, tag, draw === 29 ? largeBytes : 0);
}

/** Of eight files one has three parts; the others have one. */
export function newContentInParts(random: SeededRandom, tag: string): Content {
  return random.below(8) === 0 ? newText(random, tag, inPartsBytes) : newContent(random, tag);
}

function newText(random: SeededRandom, tag: string, leastBytes: number): Content {
  const line = Array.from({ length: 20 + random.below(200) }, () => words[random.below(words.length)]).join(
    ' ',
  );
  const text = Buffer.from(`${tag}\n${line}\n`);
  const repeats = Math.max(1, Math.ceil(leastBytes / text.length));
  return contentOf(`${tag}.txt`, 'text/plain', Buffer.concat(Array<Buffer>(repeats).fill(text)));
}

function contentOf(name: string, type: string, bytes: Buffer): Content {
  return { name, type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** One empty page (PDF 1.4), with the tag in a comment. */
function pdf(tag: string): Buffer {
  const lines = [
    `%PDF-1.4\n% ${tag}\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj',
    'trailer\n<< /Root 1 0 R >>\n%%EOF\n',
  ];
  return Buffer.from(lines.join('\n'), 'latin1');
}
