import { newId } from '@assay/chassis/ids';
import { describe, expect, it } from 'vitest';
import { answerForHold } from '../src/domain/run/answer-for-hold.ts';
import type { Run, RunStatus } from '../src/domain/run/run.ts';
import { newImageRun } from './run-collection.ts';

const cause = { requestId: 'request' };

const runThatIs = (status: RunStatus): Run => ({ ...newImageRun(), status });

/** What is done about a hold whose run is as given. */
async function answerTo(found: Run | undefined, isUnaccepted = false) {
  const done: string[] = [];
  const say = (what: string) => () => Promise.resolve(void done.push(what));
  const runs = {
    findForHold: () => Promise.resolve(found),
    isUnaccepted: () => Promise.resolve(isUnaccepted),
    tellEnd: say('told its end'),
  };
  const billing = { confirmHold: say('confirmed'), releaseHold: say('released') };
  // No more of them is called.
  const deps = { runs, billing } as unknown as Parameters<typeof answerForHold>[0];
  await answerForHold(deps, cause, { organizationId: newId(), runId: newId() });
  return done;
}

describe('the run of a hold that has been open for long', () => {
  it.each(['completed', 'failed'] as const)('is told of once more when it is %s', async (status) => {
    expect(await answerTo(runThatIs(status))).toEqual(['told its end']);
  });

  it.each(['pending', 'running', 'awaiting_crowd'] as const)(
    'keeps its hold while it is %s',
    async (status) => {
      expect(await answerTo(runThatIs(status))).toEqual(['confirmed']);
    },
  );

  it('is left to whoever ends abandoned starts while nobody accepted it', async () => {
    expect(await answerTo(undefined, true)).toEqual([]);
  });

  it('does not exist: the hold is released', async () => {
    expect(await answerTo(undefined)).toEqual(['released']);
  });
});
