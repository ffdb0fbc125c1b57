import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import type { CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import { AnswerStatus } from '@assay/proto/crowd/v1/crowd_answer';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/domain/answer/answer.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newAnswer } from './new-answer.ts';
import { createCrowdParts, newJob, receiveCall } from './parts.ts';

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

async function readParts(call: CallContext, jobId: string, status: AnswerStatus = AnswerStatus.UNSPECIFIED) {
  const parts: CrowdAnswer[][] = [];
  for (let part: string | undefined = ''; part !== undefined;) {
    const read = await client.readAnswerExport(call, { jobId, status, part });
    expect(read.questionKeys).toEqual(['flood']);
    parts.push(read.answers);
    part = read.nextPart;
  }
  return parts;
}

const listIds = (answers: readonly CrowdAnswer[]) => answers.map(({ id }) => id);

describe('the export of answers', () => {
  it('has each answer once, in the order of submission, as the list shows it', async () => {
    const { call, jobId } = await storeAnswers(1_203);
    const parts = await readParts(call, jobId);
    expect(parts.map(({ length }) => length)).toEqual([500, 500, 203]);
    const page = { jobId, status: AnswerStatus.UNSPECIFIED, workerId: '', limit: 200, cursor: undefined };
    const listed: CrowdAnswer[] = [];
    for (let offset = 0; offset < 1_203; offset += 200) {
      const request = { ...page, offset, submittedSince: undefined };
      listed.push(...(await client.listCrowdAnswers(call, request)).answers);
    }
    expect(parts.flat()).toEqual(listed.reverse());
  });

  it('ends a part before it is too large for a message', async () => {
    const value = 'ä'.repeat(200_000);
    const long = [{ questionKey: 'flood', questionType: 'text', value, label: undefined }];
    const { call, jobId } = await storeAnswers(12, () => ({ answers: long }));
    const parts = await readParts(call, jobId);
    expect(parts.map(({ length }) => length)).toEqual([5, 5, 2]);
  });

  it('has only the answers in the requested state, and never unfinished submissions', async () => {
    const states = ['pending_review', 'accepted', 'rejected', 'submitting'] as const;
    const fresh = { autoAcceptAt: new Date(started.clock.now().getTime() + 3_600_000) };
    const { call, jobId } = await storeAnswers(8, (index) => ({
      ...fresh,
      status: states[index % 4] ?? 'accepted',
    }));
    const accepted = (await readParts(call, jobId, AnswerStatus.ACCEPTED)).flat();
    expect(accepted.map(({ status }) => status)).toEqual([AnswerStatus.ACCEPTED, AnswerStatus.ACCEPTED]);
    expect(new Set(listIds((await readParts(call, jobId)).flat())).size).toBe(6);
  });

  it('is one empty part without answers', async () => {
    const { call, jobId } = await storeAnswers(0);
    expect(await readParts(call, jobId)).toEqual([[]]);
  });

  it('refuses jobs of other organizations like unknown ones, and parts that it has not named', async () => {
    const { call, jobId } = await storeAnswers(1);
    const query = { jobId, status: AnswerStatus.UNSPECIFIED, part: '' };
    const foreign = await catchRefusal(client.readAnswerExport(callBy(), query));
    const unknown = await catchRefusal(client.readAnswerExport(call, { ...query, jobId: newId() }));
    expect(foreign).toEqual(unknown);
    expect(foreign).toMatchObject({ status: 'NOT_FOUND' });
    const bad = await catchRefusal(client.readAnswerExport(call, { ...query, part: 'x' }));
    expect(bad).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'part' } });
  });
});
