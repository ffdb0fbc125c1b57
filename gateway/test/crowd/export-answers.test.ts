import { request } from 'node:http';
import { AnswerStatus, CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
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

const { readAnswerExport, listCrowdAnswers } = CrowdAnswersServiceService;
const path = '/v2/crowd-jobs/j1/answers/export';

function answerWith(id: string, values: readonly unknown[] = []): CrowdAnswer {
  const answers = values.map((value, index) => ({
    questionKey: `q${index.toString()}`,
    ...{ questionType: 'text', value, label: undefined },
  }));
  return { ...sampled(CrowdAnswer), id, answerId: id, answers, rejectionReason: undefined };
}

/** Serves parts of answers. */
function serve(parts: readonly (readonly CrowdAnswer[])[], questionKeys = ['q0', 'q1']) {
  gateway.answer(readAnswerExport, (_call, { part }) => {
    const index = Number(part);
    const nextPart = index + 1 < parts.length ? (index + 1).toString() : undefined;
    return Promise.resolve({ answers: [...(parts[index] ?? [])], nextPart, questionKeys });
  });
}

async function fetchText(query: string) {
  const response = await gateway.fetch(`${path}${query}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

describe('the export of answers', () => {
  it('is an array of the objects that the list has, or one of them on each line', async () => {
    const answers = [answerWith('a1', [1]), answerWith('a2'), answerWith('a3', [{ a: [true] }])];
    serve([answers.slice(0, 2), [], answers.slice(2)]);
    gateway.answer(listCrowdAnswers, () =>
      Promise.resolve({ answers, total: 3, nextCursor: undefined, totalIsExact: undefined }),
    );
    const { data } = (await (await gateway.fetch('/v2/crowd-jobs/j1/answers')).json()) as { data: unknown };
    const array = await fetchText('');
    expect([array.status, array.type]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(array.text)).toEqual(data);
    const lines = await fetchText('?format=jsonl');
    expect(lines.type).toBe('application/x-ndjson');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(data);
  });

  it('is a table with a column for each question, in which no text is a formula', async () => {
    const formulas = ['=1+1', '+1', '-1', '@a', '\tb', '\rc'];
    const rows = formulas.map((text, index) => answerWith(`a${index.toString()}`, [text, ['x', 'y"']]));
    serve([rows, [answerWith('last', [-5])]]);
    const { type, text } = await fetchText('?format=csv');
    expect(type).toBe('text/csv; charset=utf-8');
    const [header = '', ...lines] = text.split('\n');
    const names = header.split(',');
    expect(names.slice(13, 16)).toEqual(['answers.q0', 'answers.q1', 'regions']);
    expect(lines).toHaveLength(8);
    for (const formula of formulas) expect(text).toContain(`'${formula}`);
    expect(text).not.toMatch(/(^|,|")[=+@\t\r]/mu);
    expect(text).toContain('"[""x"",""y\\""""]"');
    expect(lines[6]?.split(',').slice(13, 15)).toEqual(['-5', '']);
  });

  it('has brackets or a header also without answers', async () => {
    serve([[]]);
    expect((await fetchText('')).text).toBe('[]');
    expect((await fetchText('?format=jsonl')).text).toBe('');
    expect((await fetchText('?format=csv')).text).toMatch(
      /^id,answerId,.*answers\.q0,answers\.q1,.*golden\n$/u,
    );
  });

  it('passes the state on, and refuses another format', async () => {
    const calls = gateway.record(readAnswerExport);
    expect((await fetchText('?status=rejected')).status).toBe(200);
    expect(calls.map(({ request: sent }) => sent)).toEqual([
      { jobId: 'j1', status: AnswerStatus.REJECTED, part: '' },
    ]);
    expect((await fetchText('?format=xml')).status).toBe(400);
    expect((await fetchText('?status=open')).status).toBe(400);
  });

  it('reads no further than the client takes, and ends when it disconnects', async () => {
    const long = answerWith('a', ['x'.repeat(100_000)]);
    let parts = 0;
    gateway.answer(readAnswerExport, () => {
      parts += 1;
      return Promise.resolve({ answers: [long, long], nextPart: parts.toString(), questionKeys: [] });
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
