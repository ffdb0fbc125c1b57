import type { LookedAt, ManifestSign } from './manifest-sign.ts';

/** Of boxes with a manifest or what belongs to it (C2PA 2.2 annex A.5), and with XMP, which may refer to a remote one. */
const uuids = ['d8fec3d61b0e483c92975828877ec481', 'be7acfcb97a942e89c71999491e3afac'];
const maxBoxes = 100_000;
const headBytes = 32;

/** Goes through the boxes of the top level (ISO/IEC 14496-12 §4.2), where a manifest must be. */
export async function bmffSign({ readAt, sizeBytes }: LookedAt): Promise<ManifestSign> {
  let at = 0;
  for (let boxes = 0; at < sizeBytes; boxes += 1) {
    const head = await readAt(at, headBytes);
    const size = boxSize(head, sizeBytes - at);
    if (size === undefined || boxes === maxBoxes) return 'unsure';
    if (head.toString('latin1', 4, 8) === 'uuid' && isOfManifest(head)) return 'present';
    at += size;
  }
  return 'absent';
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
