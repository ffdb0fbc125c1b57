import { locateMetadata } from './metadata-carriers.ts';
import { recognizeSourceType, recognizeText } from './generator-signs.ts';
import type { Recognized } from './generator-signs.ts';
import { readIptcTexts } from './iptc-texts.ts';
import { readAllExifTexts } from './exif-texts.ts';
import { readXmpProperties } from './xmp-properties.ts';

const maxExcerptCharacters = 300;

/** One sign that a generator made or edited the picture, and where in the file it stands. */
export interface GeneratorSign extends Recognized {
  /** Such as `PNG text "workflow"`, `Exif ifd0 0x010f`, `XMP Credit`. */
  readonly carrier: string;
  /** Beginning of the text, at most 300 characters. */
  readonly excerpt: string;
}

/**
 * Looks for what image generators write beside the pixels: workflows and parameters in PNG text, Exif and comments,
 * IPTC digital source types and credits in XMP and IIM. The text is not proof of what the pixels show: it can be
 * copied into a photograph. C2PA is read elsewhere. Never throws.
 */
export function readGeneratorMetadata(bytes: Uint8Array, mimeType: string): GeneratorSign[] {
  const carriers = locateMetadata(bytes, mimeType);
  const signs: GeneratorSign[] = [];
  const look = (carrier: string, field: string, text: string): void => {
    const recognized = recognizeText(field, text);
    if (recognized !== null)
      signs.push({ ...recognized, carrier, excerpt: text.slice(0, maxExcerptCharacters) });
  };
  for (const { keyword, text } of carriers.texts) look(`PNG text "${keyword}"`, keyword, text);
  for (const text of carriers.comments) look('JPEG comment', 'Comment', text);
  for (const { ifd, tag, text } of readAllExifTexts(bytes, carriers))
    look(`Exif ${ifd} 0x${tag.toString(16).padStart(4, '0')}`, exifField(tag), text);
  const iptc = carriers.iptc === null ? [] : readIptcTexts(bytes, carriers.iptc);
  for (const { name, text } of iptc) look(`IPTC ${name}`, name, text);
  return [...signs, ...(carriers.xmp === null ? [] : inXmp(carriers.xmp))];
}

function inXmp(xmp: string): GeneratorSign[] {
  const properties = readXmpProperties(xmp);
  const signs: GeneratorSign[] = [];
  for (const type of properties.digitalSourceTypes) {
    const recognized = recognizeSourceType(type);
    if (recognized !== null) signs.push({ ...recognized, carrier: 'XMP DigitalSourceType', excerpt: type });
  }
  const fields = [
    ['Credit', properties.credit],
    ['Software', properties.creatorTool],
    ['Software', properties.software],
    ['Description', properties.description],
    ['UserComment', properties.userComment],
    ['AIGC', properties.aigc],
  ] as const;
  for (const [field, text] of fields) {
    const recognized = text === null ? null : recognizeText(field, text);
    if (text !== null && recognized !== null) {
      signs.push({ ...recognized, carrier: `XMP ${field}`, excerpt: text.slice(0, maxExcerptCharacters) });
    }
  }
  return signs;
}

const exifFields: ReadonlyMap<number, string> = new Map([
  [0x010e, 'Description'],
  [0x010f, 'Make'],
  [0x0131, 'Software'],
  [0x9286, 'UserComment'],
]);

function exifField(tag: number): string {
  return exifFields.get(tag) ?? 'Other';
}
