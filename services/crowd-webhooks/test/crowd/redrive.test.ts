/** Runs the redrive command after NATS lost its contents. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CallContext } from '@assay/chassis/call-context';
import { days } from '@assay/chassis/units';
import {
  AnswerAccepted,
  AnswerReceived,
  AnswerRejected,
  JobChanged,
  JobFundsReleased,
} from '@assay/proto/crowd/v1/crowd_events';
import { eventually } from '@assay/test-kit/eventually';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptAnswer } from '../../src/domain/crowd/answer/accept-answer.ts';
import { undoRejection } from '../../src/domain/crowd/answer/undo-rejection.ts';
import { archiveJob } from '../../src/domain/crowd/answer/archive-job.ts';
import { pauseJob, resumeJob } from '../../src/domain/crowd/job/change-job.ts';
import { crowdStream } from '../../src/streams.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';
import { answerTask, rejectedAnswer } from './review-parts.ts';

const command = fileURLToPath(new URL('../../src/commands/redrive.ts', import.meta.url));

let started: Started;
let parts: CrowdParts;
let call: CallContext;

beforeAll(async () => {
  started = await start([], { ROLES: 'api,relay' });
  parts = createCrowdParts(started, ['one', 'two', 'three', 'four']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

interface Published {
  readonly id: string;
  readonly value: unknown;
}

/** Reads all events of the stream, by the order of their ids. */
async function readAll(): Promise<readonly Published[]> {
  const { events } = started;
  const found: readonly (readonly Published[])[] = await Promise.all([
    readEvents(events, crowdStream, JobChanged),
    readEvents(events, crowdStream, JobFundsReleased),
    readEvents(events, crowdStream, AnswerReceived),
    readEvents(events, crowdStream, AnswerAccepted),
    readEvents(events, crowdStream, AnswerRejected),
  ]);
  return found.flat().toSorted((one, other) => one.id.localeCompare(other.id));
}

async function redrive(): Promise<string> {
  const env = { PATH: process.env['PATH'], ...started.variables };
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', command], { env });
  return stdout;
}

/** Makes a job with an accepted answer, a rejected one, one whose rejection was undone, and a free slot that is closed. */
async function endJob(): Promise<void> {
  const { job } = await newJob(parts, call);
  await pauseJob(parts, call, job.id);
  await resumeJob(parts, call, job.id);
  const accepted = await answerTask(parts, callAs(call, 'ann'), job.id);
  await acceptAnswer(parts, call, { jobId: job.id, answerId: accepted.id, note: 'Good.' });
  await rejectedAnswer(parts, call, job.id);
  await archiveJob(parts, call, { jobId: job.id, acceptAll: false });
}

it('publishes the events of jobs and answers again under their first ids', async () => {
  await endJob();
  // Created, paused, resumed and archived; two answers received, one accepted and one rejected; the money of the slots.
  await eventually(async () => expect(await readAll()).toHaveLength(9));
  const published = await readAll();
  expect(new Set(published.map(({ id }) => id)).size).toBe(9);
  await loseStream(started.events, crowdStream);
  expect(await readAll()).toEqual([]);
  expect(await redrive()).toContain('published 9 events of the last 24 hours again');
  expect(await readAll()).toEqual(published);
  expect(await redrive()).toContain('published 0 events of the last 24 hours again; their streams knew 9');
});

it('leaves out what is older than a day, and a rejection that was undone', async () => {
  const before = await readAll();
  const { job } = await newJob(parts, call);
  const rejected = await rejectedAnswer(parts, call, job.id);
  await undoRejection(parts, callAs(call, 'rejecter'), {
    jobId: job.id,
    answerId: rejected.id,
    reason: 'The answer fits after all.',
  });
  await eventually(async () => expect(await readAll()).toHaveLength(before.length + 3));
  const since = new Date(started.clock.now().getTime() - days(1));
  const names = async (from: Date) => {
    const jobs = parts.jobs.listEvents(from);
    const answers = parts.answers.listEvents(from);
    const found = [...(await Array.fromAsync(jobs)), ...(await Array.fromAsync(answers))];
    return found.map(({ subject }) => subject.split('.').at(-1)).toSorted();
  };
  const recent = await names(since);
  expect(recent).toHaveLength(before.length + 2);
  expect(recent.filter((name) => name === 'AnswerRejected')).toHaveLength(1);
  expect(await names(new Date(started.clock.now().getTime() + 1))).toEqual([]);
});
