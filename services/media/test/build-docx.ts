import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** The size that is stated; that of the content when absent. */
  readonly statedSize?: number;
  readonly flags?: number;
  /** Leaves the content as it is. */
  readonly isStored?: boolean;
}

/** A zip archive of entries that are deflated unless they are to be stored. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, statedSize, flags = 0, isStored = false } of entries) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(statedSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  return Buffer.concat([...locals, ...central, endOf(entries.length, Buffer.concat(central).length, offset)]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="r${id}" Type="http://example.org/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: readonly string[]): string => `<Relationships>${all.join('')}</Relationships>`;

/** The parts of a small document with that XML in its body; a test may replace or add parts. */
export function docxParts(
  body: string,
  replaced: Readonly<Record<string, string>> = {},
): readonly ZipEntry[] {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships(
      relationship(1, 'officeDocument', 'word/document.xml'),
      relationship(2, 'metadata/core-properties', 'docProps/core.xml'),
      relationship(3, 'extended-properties', '/docProps/app.xml'),
    ),
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(relationship(1, 'settings', 'settings2.xml')),
    'word/settings2.xml':
      '<w:settings><w:rsids><w:rsidRoot w:val="00AA0001"/><w:rsid w:val="00AA0001"/><w:rsid w:val="00BB0002"/></w:rsids></w:settings>',
    'word/fontTable.xml': '<w:fonts><w:font w:name="Cambria"/><w:font w:name="Arial"/></w:fonts>',
    'docProps/core.xml':
      '<cp:coreProperties><dc:title>Flood</dc:title><dc:creator>Ada &amp; Eve</dc:creator><cp:lastModifiedBy>Eve</cp:lastModifiedBy>' +
      '<cp:revision>7</cp:revision><dcterms:created>2026-03-01T13:05:09Z</dcterms:created><dcterms:modified>2026-03-02T10:00:00Z</dcterms:modified></cp:coreProperties>',
    'docProps/app.xml':
      '<Properties><Application>Writer</Application><Pages>3</Pages><AppVersion>16.0000</AppVersion></Properties>',
    ...replaced,
  };
  return Object.entries(parts).map(([name, content]) => ({ name, content }));
}

/** A document of those paragraphs. */
export const docxOf = (...paragraphs: readonly string[]): Buffer =>
  zipOf(docxParts(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')));
