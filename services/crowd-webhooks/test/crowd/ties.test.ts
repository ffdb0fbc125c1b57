import type { CallContext } from '@assay/chassis/call-context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitAnswer } from '../../src/domain/crowd/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { listConsensus } from '../../src/domain/crowd/quality/list-consensus.ts';
import type { ConsensusMethod } from '../../src/domain/crowd/quality/list-consensus.ts';
import type { Question } from '../../src/domain/crowd/survey/survey.ts';
import { toConsensusPage } from '../../src/rpc/consensus-message.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['item']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value, exclusive: false }));
const pick: Question = { ...isFlood, key: 'pick', type: 'single_choice', options };

/** Lets a worker for each vote pick an option, and say that there is a flood if it is the first one. */
async function vote(votes: string, method: ConsensusMethod) {
  const { job } = await newJob(parts, call, { maxRepetitions: votes.split(' ').length }, [pick, isFlood]);
  for (const [index, value] of votes.split(' ').entries()) {
    const own = callAs(call, `worker ${index.toString()}`);
    const { claim } = await claimTask(parts, own, { jobId: job.id, guestName: undefined });
    const values = { pick: value, flood: value === 'a' };
    const answers = Object.entries(values).map(([questionKey, answer]) => ({ questionKey, value: answer }));
    await submitAnswer(parts, own, { claimId: claim.id, answers, regions: [] });
  }
  const page = { limit: 10, offset: 0 };
  const { consensus } = toConsensusPage(await listConsensus(parts, call, { jobId: job.id, method, page }));
  const [found] = consensus;
  return { value: found?.value, ties: found?.ties, confidence: found?.confidence };
}

describe.each(['majority', 'bayes', 'dawid_skene'] as const)('the consensus by %s', (method) => {
  it('of two and two has no value and names the tie, whoever came first', async () => {
    for (const votes of ['a b b a', 'b a a b']) {
      const { value, ties } = await vote(votes, method);
      expect({ value, ties }).toEqual({ value: { pick: null, flood: null }, ties: ['pick', 'flood'] });
    }
  });

  it('of two and one has a value, whoever came first', async () => {
    const first = await vote('a b a', method);
    expect(first).toMatchObject({ value: { pick: 'a', flood: true }, ties: [] });
    for (const votes of ['b a a', 'a a b']) {
      const { confidence = 0, ...other } = await vote(votes, method);
      expect(other).toEqual({ value: first.value, ties: [] });
      expect(confidence).toBeCloseTo(first.confidence ?? 0, 9);
    }
  });
});

it('a tie of one question leaves the other ones their values', async () => {
  expect(await vote('a b c', 'majority')).toMatchObject({
    value: { pick: null, flood: false },
    ties: ['pick'],
  });
});
