import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { InputDataScope } from '@assay/proto/inputdata/v1/input_data_set';
import { callBy } from '@assay/test-kit/test-platform';
import { closing, multipartType, partHeader } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { importCsv, sendForm } from './import-csv.ts';
import { newInputData } from './new-input-data.ts';
import { texts } from './texts.ts';

const maxBytes = 1_000_000;
let running: Started;
beforeAll(async () => {
  running = await start({
    ROLES: 'api',
    UPLOAD_MAX_CSV_BYTES: String(maxBytes),
    UPLOAD_IDLE_TIMEOUT_MS: '3000',
  });
});
afterAll(() => running.stop());

const content = 'city,river\nHamburg,Elbe\nBremen,\n';

async function newPlace() {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
}

const listAll = (call: OutgoingCall, projectId: string) =>
  running.inputData.listInputDataSets(call, { projectId, limit: 20, offset: 0 });

const quoted = (values: readonly string[]) =>
  ['Texte', ...values].map((value) => `"${value.replaceAll('"', '""')}"\r\n`).join('');

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

describe('a CSV file', () => {
  it('becomes a set that is named after it, with a list for each column', async () => {
    const { call, projectId } = await newPlace();
    const given = {
      content,
      before: { scope: 'organization', language: 'de' },
      after: { description: 'Where' },
    };
    const { status, dataSet } = await importCsv(running, call, projectId, given);
    expect(status).toBe(201);
    expect(dataSet).toMatchObject({
      organizationId: call.organizationId,
      projectId,
      name: 'Places',
      description: 'Where',
      scope: InputDataScope.ORGANIZATION,
      language: 'de',
      uploaderId: readUserId(call),
      lists: [
        { name: 'city', values: ['Hamburg', 'Bremen'], dataSetId: dataSet?.id },
        { name: 'river', values: ['Elbe', ''], dataSetId: dataSet?.id },
      ],
      groups: [{ name: 'Places', listIds: dataSet?.lists.map(({ id }) => id) }],
    });
    const place = { projectId, dataSetId: dataSet?.id ?? '' };
    expect(await running.inputData.getInputDataSet(call, place)).toEqual({ dataSet });
  });

  it('becomes lists of their own if its columns do not belong together', async () => {
    const { call, projectId } = await newPlace();
    const { dataSet } = await importCsv(running, call, projectId, { content, after: { group: 'false' } });
    expect(dataSet).toMatchObject({ groups: [], lists: [{ name: 'city' }, { values: ['Elbe'] }] });
    const { status, error } = await importCsv(running, call, projectId, { content, after: { group: 'yes' } });
    expect([status, error?.details]).toMatchObject([400, { field: 'group' }]);
  });

  describe.each(Object.entries(texts))('in %s', (language, values) => {
    it.each(Object.entries(encodings))('is kept as it is in %s', async (_name, encode) => {
      const { call, projectId } = await newPlace();
      const form = { content: encode(quoted(values)), before: { language } };
      const { dataSet } = await importCsv(running, call, projectId, form);
      expect(dataSet?.lists).toMatchObject([{ name: 'Texte', values }]);
    });
  });

  it('may be in windows-1252', async () => {
    const { call, projectId } = await newPlace();
    const western = Buffer.from('Größe;Straße\nGroß;Königsstraße\n', 'latin1');
    const { dataSet } = await importCsv(running, call, projectId, { content: western });
    expect(dataSet?.lists).toMatchObject([
      { name: 'Größe', values: ['Groß'] },
      { name: 'Straße', values: ['Königsstraße'] },
    ]);
  });

  it.each([
    ['Städte und Flüsse.csv', 'Städte und Flüsse'],
    ['a.b.csv', 'a.b'],
    ['folder/places.TSV', 'places'],
    ['.csv', '.csv'],
    ['places', 'places'],
    [`${'ä'.repeat(120)}.csv`, 'ä'.repeat(100)],
  ])('named %s becomes a set of that name', async (name, expected) => {
    const { call, projectId } = await newPlace();
    expect((await importCsv(running, call, projectId, { content, name })).dataSet?.name).toBe(expected);
  });

  it('is taken without a description, with an empty one too, and is then of its project', async () => {
    const { call, projectId } = await newPlace();
    const form = { content, before: { language: 'de', description: '' } };
    const { dataSet } = await importCsv(running, call, projectId, form);
    expect([dataSet?.description, dataSet?.scope]).toEqual([undefined, InputDataScope.PROJECT]);
  });
});

describe('what is refused', () => {
  it('is a file with lines that cannot be taken, which are named; nothing is stored', async () => {
    const { call, projectId } = await newPlace();
    const { status, error } = await importCsv(running, call, projectId, { content: `${content}\nKiel\n` });
    const rows = [{ line: 5, reason: 'has 1 cell where the header has 2' }];
    expect(status).toBe(400);
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'file', rows } });
    expect((await listAll(call, projectId)).total).toBe(0);
  });

  it.each([
    ['an unknown language', { before: { language: 'xx' } }, 'language'],
    ['no language', { before: {} }, 'language'],
    ['an unknown scope', { before: { language: 'de', scope: 'world' } }, 'scope'],
    ['a scope that every object has', { before: { language: 'de', scope: 'toString' } }, 'scope'],
    ['a field twice', { before: { language: 'de' }, after: { language: 'de' } }, 'language'],
    ['an unknown field', { before: { language: 'de', groups: '[]' } }, 'groups'],
    [
      'a description that is too long',
      { before: { language: 'de', description: 'x'.repeat(10_001) } },
      'description',
    ],
    ['the file as text', { before: { language: 'de', file: 'a' } }, 'file'],
  ])('is %s', async (_case, form, field) => {
    const { call, projectId } = await newPlace();
    const { status, error } = await importCsv(running, call, projectId, { content, ...form });
    expect([status, error?.details]).toEqual([400, { field }]);
  });

  it('is a form without a file, with two of them, and what is no form', async () => {
    const { call, projectId } = await newPlace();
    const none = new FormData();
    none.set('language', 'de');
    const two = new FormData();
    for (const name of ['a.csv', 'b.csv']) two.append('file', new Blob([content]), name);
    const other = new FormData();
    other.set('data', new Blob([content]), 'a.csv');
    for (const body of [none, two, other, '{}']) {
      const { status, error } = await sendForm(running, call, projectId, { body });
      expect([status, error?.details]).toEqual([400, { field: 'file' }]);
    }
  });

  it('is a file that is empty, no text, or too large', async () => {
    const { call, projectId } = await newPlace();
    const send = (of: string | Buffer) => importCsv(running, call, projectId, { content: of });
    for (const of of ['', Buffer.from([0, 1, 2, 3])]) {
      expect(await send(of)).toMatchObject({ status: 422, error: { reason: 'UNPROCESSABLE_FILE' } });
    }
    const header = 'a\n';
    const line = `${'x'.repeat(999)}\n`;
    const exact = header + line.repeat(999) + 'x'.repeat(maxBytes - header.length - 999 * line.length);
    expect((await send(exact)).status).toBe(201);
    const { status, error } = await send(`${exact}x`);
    expect(status).toBe(413);
    expect(error).toMatchObject({ reason: 'PAYLOAD_TOO_LARGE', details: { maxBytes, mimeType: 'text/csv' } });
  });

  it('is a body that is cut off or stands still', async () => {
    const { call, projectId } = await newPlace();
    const header = partHeader('Content-Disposition: form-data; name="file"; filename="a.csv"');
    const cut = {
      body: new Uint8Array(Buffer.concat([header, Buffer.from(content)])),
      headers: multipartType,
    };
    expect(await sendForm(running, call, projectId, cut)).toMatchObject({
      status: 400,
      error: { reason: 'MALFORMED_MULTIPART' },
    });
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield header;
      yield Buffer.from(content);
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      yield closing;
    }
    const still = { body: ReadableStream.from(slow()), duplex: 'half', headers: multipartType } as const;
    expect(await sendForm(running, call, projectId, still)).toMatchObject({
      status: 408,
      error: { reason: 'UPLOAD_TIMEOUT' },
    });
    expect((await listAll(call, projectId)).total).toBe(0);
  });

  it('is an anonymous client, or another organization, as if the project were not there', async () => {
    const { projectId } = await newPlace();
    expect((await importCsv(running, undefined, projectId, { content })).status).toBe(401);
    const other = await newPlace();
    const foreign = await importCsv(running, other.call, projectId, { content });
    const missing = await importCsv(running, other.call, newId(), { content });
    expect(foreign).toMatchObject({ status: 404, error: { reason: 'PROJECT_NOT_FOUND' } });
    expect(foreign.body.equals(missing.body)).toBe(true);
  });
});

describe('an idempotency key', () => {
  it('stores one set, however often the form is sent, and is refused for another one', async () => {
    const { call, projectId } = await newPlace();
    const once = { ...call, idempotencyKey: newId() };
    const form = { content, after: { group: 'false' } };
    const first = await importCsv(running, once, projectId, form);
    const second = await importCsv(running, once, projectId, form);
    expect([first.isReplay, second.isReplay]).toEqual([false, true]);
    expect(second.body.equals(first.body)).toBe(true);
    const other = await importCsv(running, once, projectId, { content: 'a\n1\n' });
    expect(other).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_CONFLICT' } });
    const create = async (name: string) =>
      running.inputData.createInputDataSet(once, newInputData(projectId, { name, encoding: 'utf-8' }));
    expect((await create('Places')).dataSet).toEqual(first.dataSet);
    await expect(create('Other')).rejects.toMatchObject({ reason: 'IDEMPOTENCY_CONFLICT' });
    expect((await listAll(call, projectId)).total).toBe(1);
  });

  it('of a form that was refused is free again', async () => {
    const { call, projectId } = await newPlace();
    const once = { ...call, idempotencyKey: newId() };
    const bad = { content, before: { language: 'xx' } };
    expect((await importCsv(running, once, projectId, bad)).status).toBe(400);
    expect((await importCsv(running, once, projectId, { content })).status).toBe(201);
  });
});
