import { newId } from '@assay/chassis/ids';
import { describe, expect, it } from 'vitest';
import { answerForHold } from '../src/domain/run/price/answer-for-hold.ts';
import type { Run, RunStatus } from '../src/domain/run/run.ts';
import { newImageRun } from './run-collection.ts';

const cause = { requestId: 'request' };

const runThatIs = (status: RunStatus): Run => ({ ...newImageRun(), status });

/** What is done about a hold whose run is as given. */
async function answerTo(found: Run | undefined, { isUnaccepted = false, holdId = '' } = {}) {
  const done: string[] = [];
  const say = (what: string) => () => Promise.resolve(void done.push(what));
  const runs = {
    findForHold: () => Promise.resolve(found),
    isUnaccepted: () => Promise.resolve(isUnaccepted),
    tellEnd: say('told its end'),
  };
  const billing = { confirmHold: say('confirmed'), releaseHold: say('released') };
  const runControls = { abandonRestart: say('abandoned its restart') };
  // No more of them is called.
  const deps = { runs, runControls, billing } as unknown as Parameters<typeof answerForHold>[0];
  await answerForHold(deps, cause, { organizationId: newId(), runId: newId(), holdId });
  return done.filter((what) => holdId !== '' || what !== 'abandoned its restart');
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
    expect(await answerTo(undefined, { isUnaccepted: true })).toEqual([]);
  });

  it('does not exist: the hold is released', async () => {
    expect(await answerTo(undefined)).toEqual(['released']);
  });

  it('was restarted under another hold, or not at all: the restart is ended before the hold is released', async () => {
    const done = ['abandoned its restart', 'released'];
    expect(await answerTo(runThatIs('failed'), { holdId: newId() })).toEqual(done);
    expect(await answerTo(runThatIs('running'), { holdId: newId() })).toEqual(done);
  });

  it('is under way since its restart: that hold is kept', async () => {
    const holdId = newId();
    const restarted = { ...runThatIs('running'), holdId };
    expect(await answerTo(restarted, { holdId })).toEqual(['abandoned its restart', 'confirmed']);
  });
});
