import { byteView } from '@assay/media/bytes/byte-view';
import type { ByteRange } from '@assay/media/jpeg/jpeg-structure';

interface Header {
  readonly start: string;
  /** Makes, as `knownMake` names them, whose cameras write it; partners share their notes. */
  readonly makes: readonly [string, ...string[]];
}

/** How maker notes begin that name their maker (ExifTool documentation, "MakerNotes Tags"). Others begin at once with data. */
const headers: readonly Header[] = [
  { start: 'Apple iOS\0', makes: ['apple'] },
  { start: 'Nikon\0', makes: ['nikon'] },
  { start: 'FUJIFILM', makes: ['fujifilm', 'leica'] },
  { start: 'OLYMPUS\0', makes: ['olympus'] },
  { start: 'OLYMP\0', makes: ['olympus', 'minolta', 'sanyo'] },
  { start: 'OM SYSTEM', makes: ['olympus'] },
  { start: 'Panasonic\0', makes: ['panasonic', 'leica'] },
  { start: 'LEICA', makes: ['leica', 'panasonic'] },
  { start: 'SONY DSC', makes: ['sony'] },
  { start: 'SONY CAM', makes: ['sony'] },
  { start: 'SONY MOBILE', makes: ['sony'] },
  { start: 'PENTAX ', makes: ['pentax'] },
  { start: 'AOC\0', makes: ['pentax', 'samsung'] },
  { start: 'QVC\0', makes: ['casio'] },
  { start: 'SIGMA\0', makes: ['sigma'] },
  { start: 'FOVEON\0', makes: ['sigma'] },
  { start: 'HUAWEI', makes: ['huawei'] },
  { start: 'RECONYX', makes: ['reconyx'] },
];

/** Canon's notes begin with data, among which the model and firmware stand as text (tags 6 and 7). */
const canonTexts = /\bCanon (?:EOS|PowerShot|DIGITAL|IXUS|IXY)|\bIMG:[^\0]{1,40}JPEG/;
const canonTextBytes = 16_384;

/** Makes whose cameras write a maker note that begins so; null when its beginning names none. */
export function makerNoteMakes(bytes: Uint8Array, range: ByteRange | null): Header['makes'] | null {
  if (range === null) return null;
  const view = byteView(bytes, range.offset, range.length);
  const byHeader = headers.find(({ start }) => view.startsWith(start))?.makes;
  if (byHeader !== undefined) return byHeader;
  const head = bytes.subarray(range.offset, range.offset + Math.min(range.length, canonTextBytes));
  return canonTexts.test(Buffer.from(head).toString('latin1')) ? ['canon'] : null;
}
