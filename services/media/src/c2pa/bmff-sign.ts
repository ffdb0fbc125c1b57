import type { LookedAt, ManifestSign } from './manifest-sign.ts';

/** Of boxes with a manifest or what belongs to it (C2PA 2.2 annex A.5), and with XMP, which may refer to a remote one. */
const uuids = ['d8fec3d61b0e483c92975828877ec481', 'be7acfcb97a942e89c71999491e3afac'];
const maxBoxes = 100_000;
const headBytes = 32;

/** Goes through the boxes of the top level, where a manifest must be. */
export async function bmffSign(file: LookedAt): Promise<ManifestSign> {
  for await (const head of readTopBoxes(file)) {
    if (head === null) return 'unsure';
    if (typeIn(head) === 'uuid' && isOfManifest(head)) return 'present';
  }
  return 'absent';
}

/** Returns true when all media data are in one box: not in fragments (ISO/IEC 14496-12 §8.8), and not left out. */
export async function holdsOneMediaBox(file: LookedAt): Promise<boolean> {
  let count = 0;
  for await (const head of readTopBoxes(file)) {
    if (head === null || typeIn(head) === 'moof') return false;
    if (typeIn(head) === 'mdat') count += 1;
  }
  return count === 1;
}

/** Yields the head of each box of the top level (ISO/IEC 14496-12 §4.2), and null at last when the boxes cannot be followed. */
async function* readTopBoxes({ readAt, sizeBytes }: LookedAt): AsyncGenerator<Buffer | null> {
  let at = 0;
  for (let boxes = 0; at < sizeBytes; boxes += 1) {
    const head = await readAt(at, headBytes);
    const size = boxSize(head, sizeBytes - at);
    if (size === undefined || boxes === maxBoxes) {
      yield null;
      return;
    }
    yield head;
    at += size;
  }
}

function typeIn(head: Buffer): string {
  return head.toString('latin1', 4, 8);
}

function boxSize(head: Buffer, left: number): number | undefined {
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 0) return left;
  if (short !== 1) return short >= 8 && short <= left ? short : undefined;
  const long = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
  return long >= 16 && long <= left ? long : undefined;
}

/** The UUID follows the size, of four bytes or of eight more. */
function isOfManifest(head: Buffer): boolean {
  return uuids.some((uuid) => head.includes(uuid, 8, 'hex'));
}
