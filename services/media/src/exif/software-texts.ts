import { readAllExifTexts } from './exif-texts.ts';
import { readIptcTexts } from './iptc-texts.ts';
import { locateMetadata } from './metadata-carriers.ts';

/** A text that names a program, and where in the file it stands. */
export interface SoftwareText {
  /** Such as `Exif Software`, `XMP history`, `JPEG comment`. */
  readonly carrier: string;
  /** At most 200 characters. */
  readonly text: string;
}

const maxTexts = 100;
const maxTextCharacters = 200;
const exifTags: ReadonlyMap<number, string> = new Map([
  [0x000b, 'Exif ProcessingSoftware'],
  [0x0131, 'Exif Software'],
]);
const pngKeywords: ReadonlySet<string> = new Set(['Software', 'Creator', 'Creator Tool', 'Comment']);
const xmpNames: readonly (readonly [string, RegExp])[] = [
  ['XMP CreatorTool', /\bxmp:CreatorTool(?:="([^"]{1,400})"|>([^<]{1,400})<)/g],
  ['XMP Software', /\btiff:Software(?:="([^"]{1,400})"|>([^<]{1,400})<)/g],
  ['XMP history', /\bstEvt:softwareAgent(?:="([^"]{1,400})"|>([^<]{1,400})<)/g],
];

/**
 * Every text of a picture that programs sign with: Exif, PNG text, JPEG comments, IPTC-IIM, and XMP with its history. Cameras
 * sign with their firmware in the same places. Never throws; empty for a file that cannot be read.
 */
export function readSoftwareTexts(bytes: Uint8Array, mimeType: string): SoftwareText[] {
  const carriers = locateMetadata(bytes, mimeType);
  const { xmp, iptc, texts, comments } = carriers;
  const found: SoftwareText[] = [
    ...readAllExifTexts(bytes, carriers).flatMap(({ tag, text }) => named(exifTags.get(tag), text)),
    ...texts.flatMap(({ keyword, text }) =>
      named(pngKeywords.has(keyword) ? `PNG text "${keyword}"` : undefined, text),
    ),
    ...comments.flatMap((text) => named('JPEG comment', text)),
    ...(iptc === null ? [] : readIptcTexts(bytes, iptc)).flatMap(({ name, text }) =>
      named(name === 'OriginatingProgram' ? 'IPTC OriginatingProgram' : undefined, text),
    ),
    ...(xmp === null ? [] : inXmp(xmp)),
  ];
  const seen = new Set<string>();
  return found
    .filter(({ carrier, text }) => !seen.has(`${carrier}\0${text}`) && seen.add(`${carrier}\0${text}`))
    .slice(0, maxTexts);
}

function inXmp(xmp: string): SoftwareText[] {
  return xmpNames.flatMap(([carrier, pattern]) =>
    [...xmp.matchAll(pattern)].flatMap((match) => named(carrier, match[1] ?? match[2] ?? '')),
  );
}

function named(carrier: string | undefined, text: string): SoftwareText[] {
  const trimmed = text.trim().slice(0, maxTextCharacters);
  return carrier === undefined || trimmed === '' ? [] : [{ carrier, text: trimmed }];
}
