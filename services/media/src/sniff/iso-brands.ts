const avifBrands = ['avif', 'avis'];
const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const genericImageBrands = ['mif1', 'mif2', 'msf1', 'miaf'];

/**
 * The image type of an ISO base media file by all of its brands (ISO/IEC 14496-12 §4.3, 23008-12 §10).
 * A file whose major brand is only structural (`mif1`, `msf1`) is named by the codec brand it is compatible with.
 * Undefined when this is no HEIF file or no brand names a codec.
 */
export function heifType(head: Uint8Array): 'image/heic' | 'image/avif' | undefined {
  const brands = readBrands(head);
  const major = brands[0];
  if (major === undefined) return undefined;
  if (avifBrands.includes(major)) return 'image/avif';
  if (hevcBrands.includes(major)) return 'image/heic';
  if (!genericImageBrands.includes(major)) return undefined;
  if (brands.some((brand) => avifBrands.includes(brand))) return 'image/avif';
  if (brands.some((brand) => hevcBrands.includes(brand))) return 'image/heic';
  return findCodec(head);
}

/** Finds the codec by the configuration of the items: some programs name no brand of a codec. */
function findCodec(head: Uint8Array): 'image/heic' | 'image/avif' | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.includes('hvcC')) return 'image/heic';
  return text.includes('av1C') ? 'image/avif' : undefined;
}

/** Which track handlers (`vide`, `soun`, …) an ISO base media file shows within its head; empty when `moov` comes later. */
export function visibleHandlers(head: Uint8Array): readonly string[] {
  const buffer = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const handlers: string[] = [];
  for (
    let at = buffer.indexOf('hdlr', 0, 'latin1');
    at !== -1;
    at = buffer.indexOf('hdlr', at + 4, 'latin1')
  ) {
    const handler = buffer.toString('latin1', at + 12, at + 16);
    if (/^[a-z0-9]{4}$/.test(handler)) handlers.push(handler);
  }
  return handlers;
}

/** Whether the whole `moov` box lies within the head, so that every track of an unfragmented file is visible. */
export function holdsWholeMoov(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 0; at + 8 <= head.byteLength;) {
    const size = view.getUint32(at);
    if (fourCc(head, at + 4) === 'moov') return size >= 8 && at + size <= head.byteLength;
    if (size < 8) return false;
    at += size;
  }
  return false;
}

function readBrands(head: Uint8Array): readonly string[] {
  if (head.byteLength < 16 || fourCc(head, 4) !== 'ftyp') return [];
  const boxSize = new DataView(head.buffer, head.byteOffset, 4).getUint32(0);
  const end = Math.min(boxSize, head.byteLength, 1024);
  const brands = [fourCc(head, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCc(head, at));
  return brands;
}

function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
