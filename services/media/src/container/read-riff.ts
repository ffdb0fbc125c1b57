import { createCollector } from './container-reading.ts';
import type { Collector, ContainerReading } from './container-reading.ts';

const maxChunks = 5_000;
const infoNames: Readonly<Record<string, string>> = {
  ISFT: 'software',
  ITCH: 'technician',
  IENG: 'engineer',
  ISRF: 'source form',
  ICMT: 'comment',
};

/** Walks the chunks of an AVI or WAV file (Microsoft RIFF; EBU Tech 3285 for `bext`); null when it is none. */
export function readRiff(bytes: Buffer, textCharacters: number): ContainerReading | null {
  const isRiff = ['RIFF', 'RF64', 'BW64'].includes(bytes.toString('latin1', 0, 4));
  if (!isRiff || bytes.length < 12) return null;
  const found = createCollector(textCharacters);
  walk(bytes, found, { start: 12, end: bytes.length, depth: 0 });
  const brands = [bytes.toString('latin1', 8, 12).trim()];
  return {
    format: 'riff',
    brands,
    layout: found.layout,
    texts: found.texts,
    textsLeftOut: found.countLeftOut(),
    times: found.times,
    isFragmented: false,
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

function walk(bytes: Buffer, found: Collector, { start, end, depth }: Span): void {
  let left = maxChunks;
  for (let at = start; at + 8 <= end && left > 0; left -= 1) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const from = at + 8;
    const to = Math.min(end, at + 8 + size);
    const list = name === 'LIST' && from + 4 <= to ? bytes.toString('latin1', from, from + 4) : null;
    if (depth === 0) found.addPart(list === null ? name.trim() : `LIST ${list}`);
    if (list === 'INFO' || list === 'hdrl')
      walk(bytes, found, { start: from + 4, end: to, depth: depth + 1 });
    else readChunk(bytes.subarray(from, to), found, name);
    at = from + size + (size % 2);
  }
}

function readChunk(content: Buffer, found: Collector, name: string): void {
  const label = infoNames[name];
  if (label !== undefined) found.addText(label, content.toString('latin1'));
  if (name === 'ICRD' || name === 'IDIT')
    found.addTime('created', Date.parse(content.toString('latin1').replaceAll('\0', '').trim()));
  if (name !== 'bext' || content.length < 338) return;
  found.addText('originator', content.toString('latin1', 256, 288));
  const day = content.toString('latin1', 320, 330).replaceAll(/[^0-9]/g, '-');
  found.addTime(
    'originated',
    Date.parse(`${day}T${content.toString('latin1', 330, 338).replaceAll(/[^0-9]/g, ':')}Z`),
  );
  if (content.length > 602) found.addText('coding history', content.toString('latin1', 602));
}
