/** The makers whose layouts are built, after the formats that they or others published. */
export const phoneMakers = ['Apple', 'Google', 'Samsung', 'Xiaomi', 'Huawei'] as const;
export type PhoneMaker = (typeof phoneMakers)[number];

/** The parts of a photograph: JPEG files without metadata of the format, and an MP4 file. */
export interface PhoneParts {
  /** With its EXIF, which states the orientation. */
  readonly image: Uint8Array;
  readonly gainMap?: Uint8Array;
  readonly video?: Uint8Array;
}

const xmpSignature = 'http://ns.adobe.com/xap/1.0/\0';
const isoSignature = 'urn:iso:std:iso:ts:21496:-1\0';
const namespaces =
  'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
  'xmlns:Item="http://ns.google.com/photos/1.0/container/item/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"';

/** Builds a small video: a file of three boxes with a header that states its duration. */
export function buildPhoneVideo(seconds = 2, sampleBytes = 400): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(seconds * 1_000, 16);
  return Buffer.concat([
    box('ftyp', Buffer.from('mp42\0\0\0\0mp42isom', 'latin1')),
    box('moov', box('mvhd', header)),
    box('mdat', Buffer.alloc(sampleBytes, 7)),
  ]);
}

function box(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, content]);
}

/** Builds a photograph with the layout of a maker. A maker that stores videos in files of their own gets none. */
export function buildPhonePhotograph(maker: PhoneMaker, parts: PhoneParts): Buffer {
  const gainMap = parts.gainMap && describeGainMap(maker, parts.gainMap);
  const video = maker === 'Apple' ? undefined : parts.video;
  const tail = video === undefined ? Buffer.alloc(0) : buildTail(maker, video);
  const padding = maker === 'Samsung' && video !== undefined ? samsungHeader.length : 0;
  const videoBytes = video === undefined ? undefined : tail.length - padding;
  const xmp = describeImage(maker, { gainMapBytes: gainMap?.length, videoBytes, padding });
  const segments = [
    ...(xmp === undefined ? [] : [app(0xe1, xmpSignature + wrap(xmp))]),
    ...(gainMap === undefined || maker === 'Apple' ? [] : [app(0xe2, `${isoSignature}\0\0\0\0`)]),
  ];
  const image = insertSegments(parts.image, segments);
  const indexed = gainMap === undefined || maker === 'Xiaomi' ? image : insertIndex(image, gainMap.length);
  return Buffer.concat([indexed, gainMap ?? Buffer.alloc(0), tail]);
}

interface ImageFacts {
  readonly gainMapBytes: number | undefined;
  readonly videoBytes: number | undefined;
  readonly padding: number;
}

function describeImage(maker: PhoneMaker, facts: ImageFacts): string | undefined {
  if (maker === 'Huawei') return undefined;
  if (maker === 'Apple')
    return '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="18.1"/>';
  const { gainMapBytes, videoBytes, padding } = facts;
  const hdr = gainMapBytes === undefined ? '' : ' hdrgm:Version="1.0"';
  const motion =
    videoBytes === undefined
      ? ''
      : ' GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1" GCamera:MotionPhotoPresentationTimestampUs="500000"';
  const micro =
    videoBytes === undefined || maker !== 'Xiaomi'
      ? ''
      : ` GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="${String(videoBytes)}"`;
  const item = maker === 'Samsung' ? itemElement : itemAttributes;
  const beforeVideo = videoBytes === undefined ? 0 : padding;
  const items = [
    item('image/jpeg', 'Primary', { length: 0, padding: gainMapBytes === undefined ? beforeVideo : 0 }),
    ...(gainMapBytes === undefined
      ? []
      : [item('image/jpeg', 'GainMap', { length: gainMapBytes, padding: beforeVideo })]),
    ...(videoBytes === undefined
      ? []
      : [item('video/mp4', 'MotionPhoto', { length: videoBytes, padding: 0 })]),
  ];
  const directory =
    items.length === 1
      ? ''
      : `<Container:Directory><rdf:Seq>${items.join('')}</rdf:Seq></Container:Directory>`;
  return `<rdf:Description rdf:about="" ${namespaces}${hdr}${motion}${micro}>${directory}</rdf:Description>`;
}

interface ItemSizes {
  readonly length: number;
  readonly padding: number;
}

function itemAttributes(mime: string, semantic: string, { length, padding }: ItemSizes): string {
  const sizes = `Item:Length="${String(length)}" Item:Padding="${String(padding)}"`;
  return `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="${mime}" Item:Semantic="${semantic}" ${sizes}/></rdf:li>`;
}

function itemElement(mime: string, semantic: string, { length, padding }: ItemSizes): string {
  const values = { Mime: mime, Semantic: semantic, Length: String(length), Padding: String(padding) };
  const fields = Object.entries(values).map(([name, value]) => `<Item:${name}>${value}</Item:${name}>`);
  return `<rdf:li rdf:parseType="Resource"><Container:Item rdf:parseType="Resource">${fields.join('')}</Container:Item></rdf:li>`;
}

function wrap(description: string): string {
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `${description}</rdf:RDF></x:xmpmeta>`
  );
}

function describeGainMap(maker: PhoneMaker, jpeg: Uint8Array): Buffer {
  const description =
    maker === 'Apple'
      ? '<rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapVersion="65536" ' +
        'xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap"/>'
      : `<rdf:Description rdf:about="" ${namespaces} hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2.3" hdrgm:Gamma="1"/>`;
  const iso = `${isoSignature}\0\0\0\0\0${'\x01'.repeat(56)}`;
  return insertSegments(jpeg, [
    app(0xe1, xmpSignature + wrap(description)),
    ...(maker === 'Apple' ? [] : [app(0xe2, iso)]),
  ]);
}

function app(marker: number, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([header, bytes]);
}

/** Inserts segments behind JFIF and EXIF. */
function insertSegments(jpeg: Uint8Array, segments: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.from(jpeg);
  let at = 2;
  while (bytes[at] === 0xff && (bytes[at + 1] === 0xe0 || bytes[at + 1] === 0xe1))
    at += 2 + bytes.readUInt16BE(at + 2);
  return Buffer.concat([bytes.subarray(0, at), ...segments, bytes.subarray(at)]);
}

/** Inserts a Multi-Picture Format index whose second image follows the file. */
function insertIndex(image: Buffer, secondBytes: number): Buffer {
  const tiff = Buffer.alloc(82);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  const values = [0xb000, 7, 4, 0x30303130, 0xb001, 4, 1, 2, 0xb002, 7, 32, 50];
  for (let tag = 0; tag < 3; tag += 1) {
    const [name = 0, type = 0, count = 0, value = 0] = values.slice(tag * 4);
    tiff.writeUInt16LE(name, 10 + tag * 12);
    tiff.writeUInt16LE(type, 12 + tag * 12);
    tiff.writeUInt32LE(count, 14 + tag * 12);
    tiff.writeUInt32LE(value, 18 + tag * 12);
  }
  const segment = app(0xe2, `MPF\0${tiff.toString('latin1')}`);
  const whole = insertSegments(image, [segment]);
  const header = whole.indexOf('MPF\0') + 4;
  for (const [index, value] of [
    0x030000,
    whole.length,
    0,
    0,
    0,
    secondBytes,
    whole.length - header,
    0,
  ].entries())
    whole.writeUInt32LE(value, header + 50 + index * 4);
  return whole;
}

const samsungHeader = Buffer.from('\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data', 'latin1');

function buildTail(maker: PhoneMaker, video: Uint8Array): Buffer {
  if (maker === 'Samsung') return buildSamsungTail(video);
  if (maker !== 'Huawei') return Buffer.from(video);
  const live = `LIVE_${String(video.length + 40)}`;
  const trailer = ['v2_f30_c'.padEnd(20), '0:0'.padEnd(20), live.padEnd(20)].join('');
  return Buffer.concat([video, Buffer.from(trailer, 'latin1')]);
}

/** The video in a block of its own, and the directory that counts blocks backwards from its start. */
function buildSamsungTail(video: Uint8Array): Buffer {
  const block = Buffer.concat([samsungHeader, video]);
  const directory = Buffer.alloc(32);
  directory.write('SEFH', 'latin1');
  directory.writeUInt32LE(106, 4);
  directory.writeUInt32LE(1, 8);
  directory.writeUInt16LE(0x0a30, 14);
  directory.writeUInt32LE(block.length, 16);
  directory.writeUInt32LE(block.length, 20);
  directory.writeUInt32LE(24, 24);
  directory.write('SEFT', 28, 'latin1');
  return Buffer.concat([block, directory]);
}
