import { parseBuffer } from 'music-metadata';
import type { GeneratorSign } from '../exif/generator-metadata.ts';
import { recognizeText } from '../exif/generator-signs.ts';
import type { Placed } from './container-reading.ts';
import { readContainer } from './read-container.ts';

const maxTextCharacters = 1 << 20;
const maxExcerptCharacters = 300;

/** How the names that containers give their texts are called for pictures, where it is the same. */
const fieldNames: readonly (readonly [field: string, names: RegExp])[] = [
  ['Software', /^(too|encoder|encoded ?by|encoder settings|tsse|tenc|software|isft|swr|vendor|originator)$/],
  ['Comment', /^(comment|comm(:.*)?|cmt|icmt|description|desc)$/],
  ['AIGC', /^aigc$/],
];

/**
 * Looks for what generators write into the containers of recordings and videos: workflows, settings, labels and names in ID3,
 * Vorbis comments, items of MP4 and QuickTime, RIFF and Matroska. XMP and C2PA are read elsewhere. Never rejects; what cannot be read has none.
 */
export async function readRecordingSigns(bytes: Uint8Array, mimeType: string): Promise<GeneratorSign[]> {
  const texts = [
    ...(readContainer(bytes, maxTextCharacters)?.texts ?? []),
    ...(await readTagTexts(bytes, mimeType)),
  ];
  const seen = new Set<string>();
  return texts.flatMap(({ place, value }) => {
    const recognized = recognizeText(fieldOf(place), value);
    const key = `${recognized?.generator ?? ''} ${recognized?.kind ?? ''} ${value}`;
    if (recognized === null || seen.has(key)) return [];
    seen.add(key);
    return [{ ...recognized, carrier: `tag "${place}"`, excerpt: value.slice(0, maxExcerptCharacters) }];
  });
}

/** Counts the texts of the container, and those within the limit; one of an unknown kind counts as a text that is not read. */
export function countRecordingTexts(bytes: Uint8Array): { readonly total: number; readonly read: number } {
  const container = readContainer(bytes, maxTextCharacters);
  if (container === null) return { total: 1, read: 0 };
  const { texts, textsLeftOut } = container;
  return { total: texts.length + textsLeftOut, read: texts.length };
}

function fieldOf(place: string): string {
  const name = place
    .toLowerCase()
    .replace(/^(txxx|track|com\.apple\.quicktime):?\.?/, '')
    .replace('\u00a9', '');
  return fieldNames.find(([, names]) => names.test(name))?.[0] ?? name;
}

/** Texts of tags whose names are kept; those of MP4 are numbered here, and are read with the container. */
async function readTagTexts(bytes: Uint8Array, mimeType: string): Promise<Placed<string>[]> {
  const options = { skipCovers: true, duration: false };
  const read = await parseBuffer(bytes, { mimeType, size: bytes.length }, options).catch(() => undefined);
  return Object.entries(read?.native ?? {}).flatMap(([kind, tags]) =>
    kind === 'iTunes'
      ? []
      : tags.flatMap(({ id, value }) => {
          const text = textOf(value);
          return text === '' ? [] : [{ place: id, value: text }];
        }),
  );
}

/** The value of a tag, or the text within it, as comments of ID3 have a language and a title beside. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
  return typeof text === 'string' ? text.slice(0, maxTextCharacters) : '';
}
