import { request } from 'node:http';
import { AnswerStatus } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerExportFormat, CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => {
  gateway.reset();
});
afterAll(() => gateway.stop());

const { readAnswerExport } = CrowdAnswersServiceService;
const path = '/v2/crowd-jobs/j1/answers/export';

/** Serves parts of an export, and records the requests. */
function serve(parts: readonly string[]) {
  gateway.answer(readAnswerExport, (_call, { part }) => {
    const index = Number(part);
    const nextPart = index + 1 < parts.length ? (index + 1).toString() : undefined;
    return Promise.resolve({ content: Buffer.from(parts[index] ?? ''), nextPart });
  });
}

async function fetchText(query: string) {
  const response = await gateway.fetch(`${path}${query}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

describe('the export of answers', () => {
  it.each([
    ['', 'application/json; charset=utf-8'],
    ['?format=jsonl', 'application/x-ndjson'],
    ['?format=csv', 'text/csv; charset=utf-8'],
  ])('is all parts one after the other, with %s', async (query, type) => {
    serve(['[1', '', ',"ä"]']);
    expect(await fetchText(query)).toEqual({ status: 200, type, text: '[1,"ä"]' });
  });

  it('may be empty', async () => {
    serve(['']);
    expect((await fetchText('?format=jsonl')).text).toBe('');
  });

  it('passes state and format on, and refuses another format', async () => {
    const calls = gateway.record(readAnswerExport);
    expect((await fetchText('?status=rejected&format=csv')).status).toBe(200);
    expect(calls.map(({ request: sent }) => sent)).toEqual([
      { jobId: 'j1', status: AnswerStatus.REJECTED, part: '', format: AnswerExportFormat.CSV },
    ]);
    expect((await fetchText('?format=xml')).status).toBe(400);
    expect((await fetchText('?status=open')).status).toBe(400);
  });

  it('reads no further than the client takes, and ends when it disconnects', async () => {
    const content = Buffer.alloc(200_000, 'x');
    let parts = 0;
    gateway.answer(readAnswerExport, () => {
      parts += 1;
      return Promise.resolve({ content, nextPart: parts.toString() });
    });
    const sent = request(`${gateway.baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
    sent.on('error', () => undefined);
    // Without a listener, the response would be read and dropped.
    sent.on('response', (response) => response.on('error', () => undefined));
    sent.end();
    await eventually(() => (parts > 5 ? Promise.resolve() : Promise.reject(new Error('no parts yet'))));
    const read = await waitUntilSteady(() => parts);
    expect(read).toBeLessThan(200);
    sent.destroy();
    expect(await waitUntilSteady(() => parts)).toBeLessThanOrEqual(read + 1);
  });
});

/** Waits until a number has not changed for a while, and returns it. */
async function waitUntilSteady(read: () => number): Promise<number> {
  let last = -1;
  await eventually(async () => {
    const before = read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    last = read();
    if (last !== before) throw new Error('the number still grows');
  });
  return last;
}
