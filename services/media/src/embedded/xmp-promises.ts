import type { EmbeddedKind } from './embedded-part.ts';

/**
 * An entry of the container directory (Motion Photo 1.0 and Ultra HDR image format 1.1 of Android). Positions count from the start of the packet.
 */
export interface ContainerItem {
  readonly start: number;
  readonly end: number;
  readonly semantic: string;
  readonly length: number;
  readonly padding: number;
}

/** The embedded parts that an XMP packet names. */
export interface XmpPromises {
  readonly items: readonly ContainerItem[];
  /** Bytes from the end of the file to a video (Micro Video). */
  readonly microVideoOffset: number | undefined;
  readonly kinds: ReadonlySet<PromisedKind>;
}

export type PromisedKind = Exclude<EmbeddedKind, 'preview'>;

export const promisedKinds: readonly PromisedKind[] = ['gain_map', 'motion_video', 'depth_map'];

const maxItems = 64;

/** The names of the properties that exist only together with a part. Prefixes are those that phones write. */
const propertyNames: Readonly<Record<PromisedKind, RegExp>> = {
  gain_map: /[\s<](?<name>(?:hdrgm|HDRGainMap):\w{1,60})(?=[\s=/>])/g,
  motion_video:
    /[\s<](?<name>\w{1,20}:(?:MotionPhoto|MicroVideo|OLivePhoto|VideoLength)\w{0,60})(?=[\s=/>])/g,
  depth_map: /[\s<](?<name>(?:GDepth|GImage|GFocus):\w{1,60})(?=[\s=/>])/g,
};
const semantics: Readonly<Record<PromisedKind, readonly string[]>> = {
  gain_map: ['GainMap'],
  motion_video: ['MotionPhoto'],
  depth_map: ['Depth', 'DepthMap', 'Confidence'],
};
/** A flag of this value promises nothing. */
const isUnset = /^["'>]?\s{0,9}0\s{0,9}["'<]/;

/** Returns the kind of a directory entry; undefined for the image itself, and for entries of other kinds. */
export function readKind({ semantic }: Pick<ContainerItem, 'semantic'>): PromisedKind | undefined {
  return promisedKinds.find((kind) => semantics[kind].includes(semantic));
}

/** Reads what a packet promises. Patterns are used instead of an XML parser: packets are often not well-formed, and are edited in place. */
export function readPromises(xmp: string): XmpPromises {
  const items = listItems(xmp);
  const kinds = promisedKinds.filter(
    (kind) => items.some((item) => readKind(item) === kind) || listProperties(xmp, kind).length > 0,
  );
  const offset = readField(xmp, 'MicroVideoOffset');
  return {
    items,
    microVideoOffset: offset === undefined ? undefined : toCount(offset.value),
    kinds: new Set(kinds),
  };
}

/** Lists the entries of the directory in their order, which is the order of the parts in the file. */
function listItems(xmp: string): readonly ContainerItem[] {
  const items: ContainerItem[] = [];
  for (let at = xmp.indexOf('<rdf:li'); at >= 0 && items.length < maxItems;) {
    const next = xmp.indexOf('<rdf:li', at + 1);
    const limit = next < 0 ? xmp.length : next;
    const closing = xmp.indexOf('</rdf:li>', at);
    const end = closing < 0 || closing > limit ? limit : closing + '</rdf:li>'.length;
    if (readField(xmp.slice(at, end), 'Semantic') !== undefined) items.push(readItem(xmp, at, end));
    at = next;
  }
  return items.length > 0 ? items : listBareItems(xmp);
}

/** Lists entries that stand outside a list. */
function listBareItems(xmp: string): readonly ContainerItem[] {
  return Array.from(xmp.matchAll(/<\w{1,20}:Item\s[^<>]{1,2000}>/g), ({ 0: block, index }) =>
    readItem(xmp, index, index + block.length),
  ).slice(0, maxItems);
}

function readItem(xmp: string, start: number, end: number): ContainerItem {
  const read = (name: string): string | undefined => readField(xmp.slice(start, end), name)?.value;
  return {
    start,
    end,
    semantic: read('Semantic') ?? '',
    length: toCount(read('Length')),
    padding: toCount(read('Padding')),
  };
}

interface Field {
  readonly value: string;
  readonly start: number;
}

/** Reads a property by its local name, as an attribute or an element. */
function readField(text: string, localName: string): Field | undefined {
  const pattern = new RegExp(`:${localName}(?:\\s{0,9}=\\s{0,9}["']|>)([^"'<]{0,100})`);
  const match = pattern.exec(text);
  const value = match?.[1];
  if (match === null || value === undefined) return undefined;
  return { value: value.trim(), start: match.index + match[0].length - value.length };
}

/** A number that is missing, or is none, is 0. */
function toCount(text: string | undefined): number {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : 0;
}

/** Lists the names of the properties of a kind that are set. */
function listProperties(xmp: string, kind: PromisedKind): readonly string[] {
  const names = Array.from(xmp.matchAll(propertyNames[kind]), ({ groups, index, 0: whole }) => {
    const rest = xmp.slice(index + whole.length, index + whole.length + 40);
    return isUnset.test(rest.replace(/^\s{0,9}=\s{0,9}/, '')) ? '' : (groups?.['name'] ?? '');
  });
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The sizes of the parts of a new file; undefined for a part that it does not have. */
export interface NewSizes {
  /** Bytes of the image itself, which its entry states or leaves at 0. */
  readonly primaryBytes: number;
  /** Bytes between the end of the image and the next part. */
  readonly primaryPadding: number;
  readonly gainMapBytes: number | undefined;
  /** Bytes between the end of the gain map and the next part. */
  readonly gainMapPadding: number;
  /** Bytes from the start of the first video to the end of the file. */
  readonly videoToEnd: number | undefined;
}

/** Removes all that a packet promises of some kinds, and entries of kinds that are not carried along. */
export function removePromises(xmp: string, removed: ReadonlySet<PromisedKind>): string {
  const dropped = listItems(xmp).filter((item) => {
    const kind = readKind(item);
    return item.semantic !== 'Primary' && (kind === undefined || removed.has(kind));
  });
  let text = xmp;
  for (const { start, end } of dropped.toReversed()) text = text.slice(0, start) + text.slice(end);
  if (dropped.length > 0 && listItems(text).every(({ semantic }) => semantic === 'Primary'))
    text = removeDirectory(text);
  for (const kind of removed) {
    for (const { groups } of Array.from(text.matchAll(propertyNames[kind])))
      text = removeProperty(text, groups?.['name'] ?? '');
  }
  // The rest of a packet that is too long for one segment is not carried along.
  return removeProperty(text, 'xmpNote:HasExtendedXMP');
}

function removeDirectory(xmp: string): string {
  const name = /<(\w{1,20}:Directory)[\s>]/.exec(xmp)?.[1];
  return name === undefined ? xmp : removeProperty(xmp, name);
}

/** Removes a property, be it an attribute or an element. */
export function removeProperty(xmp: string, name: string): string {
  if (name === '') return xmp;
  const attribute = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"[^"]*"|'[^']*')`, 'g');
  const text = xmp.replace(attribute, '');
  const start = text.search(new RegExp(`<${name}[\\s/>]`));
  if (start < 0) return text;
  const tagEnd = text.indexOf('>', start);
  if (tagEnd < 0) return text;
  if (text[tagEnd - 1] === '/') return text.slice(0, start) + text.slice(tagEnd + 1);
  const closing = `</${name}>`;
  const end = text.indexOf(closing, tagEnd);
  return end < 0 ? text : text.slice(0, start) + text.slice(end + closing.length);
}

/** Writes the sizes of the parts of a new file into a packet. */
export function rewriteSizes(xmp: string, sizes: NewSizes): string {
  let text = xmp;
  for (const item of listItems(xmp).toReversed()) {
    let block = text.slice(item.start, item.end);
    for (const [name, value] of listSizes(item, sizes)) block = writeField(block, name, value);
    text = text.slice(0, item.start) + block + text.slice(item.end);
  }
  return writeField(text, 'MicroVideoOffset', sizes.videoToEnd);
}

function listSizes(item: ContainerItem, sizes: NewSizes): readonly (readonly [string, number | undefined])[] {
  if (item.semantic === 'Primary') {
    return [
      ['Length', item.length === 0 ? undefined : sizes.primaryBytes],
      ['Padding', sizes.primaryPadding],
    ];
  }
  if (readKind(item) !== 'gain_map') return [];
  return [
    ['Length', sizes.gainMapBytes],
    ['Padding', sizes.gainMapPadding],
  ];
}

function writeField(block: string, name: string, value: number | undefined): string {
  const field = value === undefined ? undefined : readField(block, name);
  if (field === undefined || value === undefined) return block;
  const rest = block.slice(field.start).replace(/^[^"'<]*/, '');
  return block.slice(0, field.start) + String(value) + rest;
}
