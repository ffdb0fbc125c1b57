import { parseCoordinate } from './gps-position.ts';

/** Properties of an XMP packet by qualified name, however they are written; the first non-empty text of each. */
export interface XmpProperties {
  /** Last part of every IPTC digital source type URI found, such as `trainedAlgorithmicMedia`. */
  readonly digitalSourceTypes: readonly string[];
  readonly credit: string | null;
  readonly creatorTool: string | null;
  readonly description: string | null;
  readonly userComment: string | null;
  readonly software: string | null;
  /** AIGC label of GB 45438-2025, a JSON text. */
  readonly aigc: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly dateTimeOriginal: string | null;
  /** When the content was created, by photoshop:DateCreated. */
  readonly dateCreated: string | null;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

const sourceTypeUri = /digitalsourcetype\/([A-Za-z]{1,64})/g;

/** Reads by pattern instead of by an XML parser: packets are small, flat, and often not well-formed. */
export function readXmpProperties(xmp: string): XmpProperties {
  return {
    digitalSourceTypes: [...new Set([...xmp.matchAll(sourceTypeUri)].map((match) => match[1] ?? ''))],
    credit: property(xmp, 'photoshop:Credit'),
    creatorTool: property(xmp, 'xmp:CreatorTool'),
    description: property(xmp, 'dc:description'),
    userComment: property(xmp, 'exif:UserComment'),
    software: property(xmp, 'tiff:Software'),
    aigc: property(xmp, 'TC260:AIGC'),
    make: property(xmp, 'tiff:Make'),
    model: property(xmp, 'tiff:Model'),
    dateTimeOriginal: property(xmp, 'exif:DateTimeOriginal'),
    dateCreated: property(xmp, 'photoshop:DateCreated'),
    place: readPlace(xmp),
  };
}

function readPlace(xmp: string): XmpProperties['place'] {
  const latitude = parseCoordinate(property(xmp, 'exif:GPSLatitude'), 90);
  const longitude = parseCoordinate(property(xmp, 'exif:GPSLongitude'), 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** `name="value"`, or the text between the tags with inner tags dropped. */
function property(xmp: string, name: string): string | null {
  const attribute = between(xmp, `${name}="`, '"') ?? between(xmp, `${name}='`, "'");
  if (attribute !== null && attribute !== '') return unescape(attribute);
  const element = between(xmp, `<${name}`, `</${name}>`);
  if (element === null) return null;
  const text = unescape(element.slice(element.indexOf('>') + 1).replaceAll(/<[^<>]*>/g, ' ')).trim();
  return text === '' ? null : text;
}

function between(text: string, from: string, to: string): string | null {
  const start = text.indexOf(from);
  const end = start < 0 ? -1 : text.indexOf(to, start + from.length);
  return end < 0 ? null : text.slice(start + from.length, end);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);
}
