import { createHash } from 'node:crypto';
import { readAssertions, readClaimAlgorithm } from './data-hash.ts';
import { listJpegBoxes } from './jpeg-boxes.ts';
import type { JpegBox } from './jpeg-boxes.ts';

/** One hash over segments of a JPEG that follow each other. */
interface BoxHash {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  /** Such as `APP1`, `DQT` or `SOS`; never the manifest itself. */
  readonly names: readonly string[];
  readonly digest: Buffer;
}

/** The hashes of the segments of a JPEG that bind a manifest to it (C2PA 2.2 §18.7), in the order of the file. */
export type C2paBoxHashes = readonly BoxHash[];

/** Which segments of a signed JPEG changed; null where a hash binds image data and metadata together, so that it does not tell. */
export type ChangedBoxes = 'image data' | 'metadata' | null;

interface ListedBox {
  readonly names?: unknown;
  readonly hash?: unknown;
  readonly alg?: unknown;
  readonly excluded?: unknown;
}

/** Reads the box hashes of the active manifest from the validator's crJSON; null without any, and where one of them is of another kind. */
export function readBoxHashes(crJson: string, activeLabel: string | undefined): C2paBoxHashes | null {
  const { alg, boxes } = readAssertions(crJson, activeLabel)['c2pa.hash.boxes'] ?? {};
  if (!Array.isArray(boxes)) return null;
  const usual = alg ?? readClaimAlgorithm(crJson, activeLabel);
  const listed = (boxes as readonly ListedBox[]).filter(
    ({ names, excluded }) => excluded !== true && !(Array.isArray(names) && names[0] === 'C2PA'),
  );
  const read = listed.flatMap((box) => readBox({ alg: usual, ...box }) ?? []);
  return read.length === 0 || read.length < listed.length ? null : read;
}

function readBox({ names, hash, alg }: ListedBox): BoxHash | null {
  const algorithm = (['sha256', 'sha384', 'sha512'] as const).find((name) => name === alg);
  const encoded = /^b64'([^']+)'$/.exec(String(hash))?.[1];
  const isNamed = Array.isArray(names) && names.every((name) => typeof name === 'string');
  if (!isNamed || encoded === undefined || algorithm === undefined) return null;
  return { algorithm, names, digest: Buffer.from(encoded, 'base64') };
}

/** Tables, headers and scans, from which the image is decoded. */
const imageName = /^(?:SOF\d+|DHT|DAC|DQT|DRI|DNL|SOS|RST\d)$/;

/**
 * Compares the image data of a JPEG with its box hashes, segment by segment in their order, whatever metadata were added or removed
 * between them. A segment of image data that was added counts as a change too, since it can replace what is shown.
 */
export function findChangedBoxes(content: Uint8Array, boxes: C2paBoxHashes): ChangedBoxes {
  const holdsImage = ({ names }: BoxHash): boolean => names.some((name) => imageName.test(name));
  const signed = boxes.filter(holdsImage);
  const isMixed = signed.some(({ names }) => !names.every((name) => imageName.test(name)));
  if (signed.length === 0 || isMixed) return null;
  const splitsScans = signed.some(({ names }) => names.some((name) => name.startsWith('RST')));
  const present = listJpegBoxes(content, splitsScans).filter(({ name }) => imageName.test(name));
  return isImageIntact(present, signed) ? 'metadata' : 'image data';
}

function isImageIntact(present: readonly JpegBox[], boxes: C2paBoxHashes): boolean {
  let at = 0;
  for (const { algorithm, names, digest } of boxes) {
    const hash = createHash(algorithm);
    for (const name of names) {
      const box = present[at];
      if (box?.name !== name) return false;
      hash.update(box.bytes);
      at += 1;
    }
    if (!hash.digest().equals(digest)) return false;
  }
  return at === present.length;
}
