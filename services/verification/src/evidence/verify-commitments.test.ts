import { expect, it } from 'vitest';
import { commitTo, writeMachineResults } from '../domain/commitment/machine-results.ts';
import type { RunStage } from '../domain/stage/stage.ts';
import { taskOf } from '../domain/stage/records/stage-task.ts';
import { bytesInMemory } from './byte-source.ts';
import { bundleOf, sampleKeys, sampleRun } from './sample-bundle.fixture.ts';
import type { SampleRun } from './sample-bundle.fixture.ts';
import { verifyBundle } from './verify-bundle.ts';

const keys = sampleKeys();
const committedAt = new Date('2026-11-19T16:21:00.000Z');

/** The run with a crowd stage that committed to the results, or to other ones. */
function commit(sample: SampleRun, change: (text: string) => string = (text) => text): SampleRun {
  const { run } = sample;
  const results = run.stages.map((stage) => ({ ...stage, task: taskOf(run, stage) }));
  const commitment = commitTo(change(writeMachineResults(results)), committedAt);
  const crowdJob = { id: 'j1', validUntil: committedAt, commitment };
  const last = run.stages.length - 1;
  const stages = run.stages.map((stage, index): RunStage =>
    index === last ? { ...stage, crowdJob } : stage,
  );
  return { ...sample, run: { ...run, stages } };
}

const verify = async (sample: SampleRun) =>
  verifyBundle(bytesInMemory(await bundleOf(sample, keys)), keys.published);

it('accepts a bundle whose machine results open the commitment', async () => {
  const verification = await verify(commit(sampleRun(3)));
  expect(verification.problems).toEqual([]);
  expect(verification.isValid).toBe(true);
  expect(verification.signed?.statement.parts.map(({ name }) => name)).toContain('machine-results.json');
});

it('rejects a signed bundle with a commitment to other results, and names the stage', async () => {
  const sample = commit(sampleRun(3), (text) => text.replace('What', 'that'));
  expect(await verify(sample)).toMatchObject({
    isValid: false,
    problems: [{ part: 'stages/04-fusion.json', reason: 'has a commitment to other machine results' }],
  });
});

it('rejects a signed bundle whose results were changed after the commitment', async () => {
  const sample = commit(sampleRun(3));
  const stages = sample.run.stages.map((stage) =>
    stage.slug === 'pixel-traces' ? { ...stage, summary: 'Nothing was found.' } : stage,
  );
  const { isValid, problems } = await verify({ ...sample, run: { ...sample.run, stages } });
  expect([isValid, problems.map(({ part }) => part)]).toEqual([false, ['stages/04-fusion.json']]);
});

it('asks for no commitment of a run that asked nobody', async () => {
  const { isValid, signed } = await verify(sampleRun(2));
  expect(isValid).toBe(true);
  expect(signed?.statement.parts.map(({ name }) => name)).not.toContain('machine-results.json');
});
