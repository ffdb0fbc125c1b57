import { cleanText } from '../document/facts/clean-text.ts';

/** The properties of a summary that are read, by number ([MS-OLEPS] §3.1). */
export const summaryProperty = {
  title: 2,
  author: 4,
  lastAuthor: 8,
  revisionNumber: 9,
  created: 12,
  saved: 13,
  pages: 14,
  application: 18,
} as const;

/** A property as text, number or ISO 8601 time in UTC. */
export type PropertyValue = string | number | undefined;

const codePageProperty = 1;
const maxProperties = 200;
const signed16 = 2;
const signed32 = 3;
const ansiText = 30;
const wideText = 31;
const fileTime = 64;
const encodings: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Reads the first section of a property set; damaged properties are left out. */
export function readPropertySet(stream: Buffer): ReadonlyMap<number, PropertyValue> {
  const properties = new Map<number, PropertyValue>();
  try {
    const section = stream.subarray(stream.readUInt32LE(44));
    const count = Math.min(section.readUInt32LE(4), maxProperties);
    const places = Array.from({ length: count }, (_, index) => [
      section.readUInt32LE(8 + index * 8),
      section.readUInt32LE(12 + index * 8),
    ]);
    const codePageAt = places.find(([id]) => id === codePageProperty)?.[1];
    const codePage = codePageAt === undefined ? 1252 : section.readUInt16LE(codePageAt + 4);
    for (const [id = 0, at = 0] of places) properties.set(id, readValue(section.subarray(at), codePage));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return properties;
}

function readValue(value: Buffer, codePage: number): PropertyValue {
  switch (value.readUInt16LE(0)) {
    case signed16:
      return value.readInt16LE(4);
    case signed32:
      return value.readInt32LE(4);
    case ansiText:
      return decode(value.subarray(8, 8 + value.readUInt32LE(4)), codePage);
    case wideText:
      return decode(value.subarray(8, 8 + value.readUInt32LE(4) * 2), 1200);
    case fileTime:
      return toTime(value.readBigUInt64LE(4));
    default:
      return undefined;
  }
}

function decode(bytes: Buffer, codePage: number): string | undefined {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  const encoding = encodings[codePage] ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
  const [text] = new TextDecoder(encoding).decode(bytes).split('\0', 1);
  return cleanText(text);
}

/** Ticks of 100 ns since 1601; none is no time. */
function toTime(ticks: bigint): string | undefined {
  const instant = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
  return ticks === 0n || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
