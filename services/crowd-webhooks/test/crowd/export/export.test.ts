import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerStatus } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerExportFormat, CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import type { ReadAnswerExportRequest } from '@assay/proto/crowd/v1/crowd_answers_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/domain/crowd/answer/answer.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { newAnswer } from '../new-answer.ts';
import { createCrowdParts, newJob, receiveCall } from '../parts.ts';

let started: Started;
let client: ReturnType<typeof openClient>['answers'];
let close: () => void;
beforeAll(async () => {
  started = await start([]);
  ({ answers: client, close } = openClient());
});
afterAll(async () => {
  close();
  await started.stop();
});

function openClient() {
  const channel = started.platform.connect(started.service.grpcAddress);
  return {
    answers: channel.client(CrowdAnswersServiceService),
    close: () => {
      channel.close();
    },
  };
}

/** Stores answers to a new job, of which three have the same time. */
async function storeAnswers(count: number, change: (index: number) => Partial<Answer> = () => ({})) {
  const parts = createCrowdParts(started, ['item']);
  const call = receiveCall(started);
  const { job } = await newJob(parts, call);
  const begin = started.clock.now().getTime();
  for (let index = 0; index < count; index += 1) {
    const submittedAt = new Date(begin + Math.floor(index / 3));
    await parts.answers.insert(newAnswer(job, { submittedAt, ...change(index) }));
  }
  return { call, jobId: job.id };
}

type Row = Readonly<Record<string, unknown>>;

async function readParts(call: CallContext, query: Partial<ReadAnswerExportRequest> & { jobId: string }) {
  const parts: string[] = [];
  for (let part: string | undefined = ''; part !== undefined;) {
    const all = { status: AnswerStatus.UNSPECIFIED, format: AnswerExportFormat.UNSPECIFIED };
    const read = await client.readAnswerExport(call, { ...all, ...query, part });
    parts.push(Buffer.from(read.content).toString());
    part = read.nextPart;
  }
  return parts;
}

/** Reads the rows of each part. */
async function readRows(call: CallContext, query: Partial<ReadAnswerExportRequest> & { jobId: string }) {
  const parts = await readParts(call, { ...query, format: AnswerExportFormat.JSONL });
  const parse = (line: string) => JSON.parse(line) as Row;
  return parts.map((part) => part.split('\n').filter(Boolean).map(parse));
}

const answerText = (value: unknown) => ({
  questionKey: 'flood',
  questionType: 'text',
  value,
  label: undefined,
});

describe('the export of answers', () => {
  it('has each answer once, in the order of submission, as the list shows it', async () => {
    const { call, jobId } = await storeAnswers(1_203);
    const parts = await readRows(call, { jobId });
    expect(parts.map(({ length }) => length)).toEqual([1_000, 203]);
    const page = { jobId, status: AnswerStatus.UNSPECIFIED, workerId: '', limit: 200, cursor: undefined };
    const listed: CrowdAnswer[] = [];
    for (let offset = 0; offset < 1_203; offset += 200) {
      const request = { ...page, offset, submittedSince: undefined };
      listed.push(...(await client.listCrowdAnswers(call, request)).answers);
    }
    const ids = parts.flat().map(({ answerId }) => answerId);
    expect(ids).toEqual(listed.reverse().map(({ answerId }) => answerId));
  });

  it('ends a part before it is too large for a message', async () => {
    const value = 'ä'.repeat(200_000);
    const { call, jobId } = await storeAnswers(12, () => ({ answers: [answerText(value)] }));
    const parts = await readRows(call, { jobId });
    expect(parts.map(({ length }) => length)).toEqual([5, 5, 2]);
  });

  it('has only the answers in the requested state, and never unfinished submissions', async () => {
    const states = ['pending_review', 'accepted', 'rejected', 'submitting'] as const;
    const fresh = { autoAcceptAt: new Date(started.clock.now().getTime() + 3_600_000) };
    const { call, jobId } = await storeAnswers(8, (index) => ({
      ...fresh,
      status: states[index % 4] ?? 'accepted',
    }));
    const accepted = (await readRows(call, { jobId, status: AnswerStatus.ACCEPTED })).flat();
    expect(accepted.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const all = (await readRows(call, { jobId })).flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
  });

  it('is one array over all parts', async () => {
    const { call, jobId } = await storeAnswers(1_001);
    const parts = await readParts(call, { jobId });
    expect(parts).toHaveLength(2);
    expect(JSON.parse(parts.join(''))).toEqual((await readRows(call, { jobId })).flat());
  });

  it('is a table with a column for each question, in which no text is a formula', async () => {
    const values = ['=1+1', '+1', '-1', '@a', '\tb', '\rc', '\nd', '＝1+1', -5, ['x', 'y"']];
    const { call, jobId } = await storeAnswers(values.length, (index) => ({
      answers: [answerText(values[index])],
    }));
    const [text = ''] = await readParts(call, { jobId, format: AnswerExportFormat.CSV });
    const [header = ''] = text.split('\n');
    expect(header.split(',').slice(12, 15)).toEqual(['durationSeconds', 'answers.flood', 'regions']);
    for (const formula of values.slice(0, 8)) expect(text).toContain(`'${String(formula)}`);
    expect(text).not.toMatch(/(^|,|")[=+@\t\r＝]|"\n/mu);
    expect(text).toMatch(/,-5,/u);
    expect(text).toContain('"[""x"",""y\\""""]"');
  });

  it.each([
    [AnswerExportFormat.JSON, /^\[\]$/u],
    [AnswerExportFormat.JSONL, /^$/u],
    [
      AnswerExportFormat.CSV,
      /^\uFEFFid,answerId,.*answers\.flood,.*golden,fileIds,fileNames,runId,stageSlug\n$/u,
    ],
  ])('in %s has brackets or a header also without answers', async (format, expected) => {
    const { call, jobId } = await storeAnswers(0);
    const [text, ...others] = await readParts(call, { jobId, format });
    expect(text).toMatch(expected);
    expect(others).toEqual([]);
  });

  it('refuses jobs of other organizations like unknown ones, and parts that it has not named', async () => {
    const { call, jobId } = await storeAnswers(1);
    const all = { status: AnswerStatus.UNSPECIFIED, format: AnswerExportFormat.UNSPECIFIED };
    const query = { ...all, jobId, part: '' };
    const foreign = await catchRefusal(client.readAnswerExport(callBy(), query));
    const unknown = await catchRefusal(client.readAnswerExport(call, { ...query, jobId: newId() }));
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({ status: 'NOT_FOUND' });
    const bad = await catchRefusal(client.readAnswerExport(call, { ...query, part: 'x' }));
    expect(bad).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'part' } });
  });
});
