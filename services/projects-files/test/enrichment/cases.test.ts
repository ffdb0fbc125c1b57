/** Files of kinds that people have, each with the values that it must be read to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { importCsv } from '../input-data/import-csv.ts';
import { startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

type Value = string | number | boolean | { readonly '~': number; readonly '±'?: number };

interface Case {
  /** The values, by the path of the member such as `gpsCoordinates.lat`. */
  readonly enrichment?: Readonly<Record<string, Value>>;
  /** The values of an import from CSV by the name of the list. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** The form field of an import. */
  readonly language?: string;
}

const folder = join(import.meta.dirname, '../../../../test/cases');
const cases = Object.entries(
  JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Readonly<Record<string, Case>>,
);
const typeByEnding: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
  heic: 'image/heic',
  txt: 'text/plain',
  mp4: 'video/mp4',
  webm: 'video/webm',
  wav: 'audio/wav',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const endsWith = (name: string): string => name.split('.').at(-1) ?? '';
const needsFfmpeg = ['mp4', 'webm'];
const hasFfmpeg = inject('servers').ffmpegPath !== undefined;

let started: StartedProject;
beforeAll(async () => {
  started = await startWithProject({ FFMPEG_PATH: inject('servers').ffmpegPath ?? '' });
});
afterAll(() => started.running.stop());

function readMember(enrichment: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      enrichment,
    );
}

function toExpected(path: string, value: Value): unknown {
  if (typeof value === 'object') {
    const { '~': number, '±': tolerance = 0.05 } = value;
    return expect.toSatisfy((read: unknown) => Math.abs(Number(read) - number) <= tolerance, String(number));
  }
  return path === 'capturedAt' ? new Date(String(value)).toISOString() : value;
}

describe('a file is read to its right values', () => {
  const files = cases.filter(([, { enrichment }]) => enrichment !== undefined);
  it.for(files)('%s', async ([name, { enrichment = {} }], { skip }) => {
    skip(needsFfmpeg.includes(endsWith(name)) && !hasFfmpeg, 'needs FFmpeg');
    const { running, call, projectId, becomes } = started;
    const bytes = readFileSync(join(folder, name));
    const upload = { bytes, name, type: typeByEnding[endsWith(name)] ?? '' };
    const stored = await running.uploader.upload(call, projectId, upload);
    expect(stored.error).toBeUndefined();
    const file = await becomes(stored.file?.id ?? '', EnrichmentStatus.COMPLETED);
    const expected = Object.entries(enrichment).map(([path, value]) => [path, toExpected(path, value)]);
    const read = Object.keys(enrichment).map((path) => [path, readMember(file.enrichment, path)]);
    expect(read).toEqual(expected);
  });
});

describe('a CSV file is read to its right values', () => {
  const tables = cases.filter(([, { lists }]) => lists !== undefined);
  it.for(tables)('%s', async ([name, { lists = {}, language = 'en' }]) => {
    const { running, call, projectId } = started;
    const content = readFileSync(join(folder, name));
    const { dataSet, error } = await importCsv(running, call, projectId, {
      content,
      name,
      before: { language },
    });
    expect(error).toBeUndefined();
    expect(Object.fromEntries(dataSet?.lists.map((list) => [list.name, list.values]) ?? [])).toEqual(lists);
  });
});
