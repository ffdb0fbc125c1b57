import { DomainError } from '@assay/chassis/errors';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '@assay/checks/check/check';
import { finding } from '@assay/checks/check/check-result';
import { conclude } from '../fusion/conclude.ts';
import { imageAuthenticity } from '../pipeline/definitions/image-authenticity.ts';
import { toFindings } from '../stage/records/findings.ts';
import { createReplaySlots } from './replay-slots.ts';
import { replayStages } from './replay-stages.ts';
import type { RecordedRun } from './replay-stages.ts';

const { changes, slug: pipelineSlug, version: pipelineVersion } = imageAuthenticity;

function result(slug: string, llrManipulated = 0, version = '1'): CheckResult {
  const check = { slug, version, criterion: 'metadata_consistency', kind: 'structural' } as const;
  return finding(check, { statement: 'Something was found.', llrManipulated });
}

function recorded(results: readonly CheckResult[], checks = results.map(({ check }) => check)): RecordedRun {
  const stages = [
    { slug: 'metadata', task: { kind: 'examine', checks }, findings: toFindings(results) },
    { slug: 'fusion', task: { kind: 'conclude' }, findings: {} },
  ] as const;
  return {
    pipelineSlug,
    pipelineVersion,
    contextData: null,
    stages,
    concluded: conclude(results, { changes }),
  };
}

const exif = 'exif-consistency';

describe('a replay', () => {
  it('that finds the same says so, stage by stage', async () => {
    const results = [result(exif, 3), result('jpeg-structure')];
    const asked: string[] = [];
    const replay = await replayStages(recorded(results), (_stage, { checks }) => {
      asked.push(...checks);
      return Promise.resolve(results);
    });
    expect(asked).toEqual([exif, 'jpeg-structure']);
    const versions = 'exif-consistency 1, jpeg-structure 1';
    const same = { same: true, maxDifference: 0 };
    expect(replay).toEqual({
      verdictBefore: 'manipulated',
      verdictAfter: 'manipulated',
      stages: [
        { slug: 'metadata', ...same, versionBefore: versions, versionAfter: versions },
        { slug: 'fusion', ...same, versionBefore: pipelineVersion, versionAfter: pipelineVersion },
      ],
    });
  });

  it('tells how far scores are apart, another version, and another verdict', async () => {
    const replay = await replayStages(recorded([result(exif, 3)]), () =>
      Promise.resolve([result(exif, 0.5, '2')]),
    );
    expect(replay).toMatchObject({
      verdictBefore: 'manipulated',
      stages: [
        { same: false, maxDifference: 2.5, versionBefore: `${exif} 1`, versionAfter: `${exif} 2` },
        { slug: 'fusion', same: false },
      ],
    });
    expect(replay.verdictAfter).not.toBe('manipulated');
  });

  it('takes a difference of a millionth for none', async () => {
    const near = await replayStages(recorded([result(exif, 1)]), () =>
      Promise.resolve([result(exif, 1 + 9e-7)]),
    );
    expect(near.stages.map(({ same }) => same)).toEqual([true, true]);
    const far = await replayStages(recorded([result(exif, 1)]), () =>
      Promise.resolve([result(exif, 1 + 2e-6)]),
    );
    expect(far.stages[0]?.same).toBe(false);
  });

  it('asks for no check there is no more, and takes what others found as it was', async () => {
    const gone = recorded(
      [result(exif), result('once-there', 1), result('detector', 2)],
      [exif, 'once-there'],
    );
    const replay = await replayStages(gone, (_stage, { checks }) =>
      Promise.resolve(checks.map((slug) => result(slug))),
    );
    expect(replay.stages[0]).toMatchObject({ same: false, versionAfter: `${exif} 1, detector 1` });
  });

  it('is not the same when something can be checked no more', async () => {
    const before = result(exif);
    const after = { ...before, applicability: { applicable: false, reason: 'gone' } } as const;
    const replay = await replayStages(recorded([before]), () => Promise.resolve([after]));
    expect(replay.stages[0]).toMatchObject({ same: false, maxDifference: 0 });
  });
});

describe('replays at once', () => {
  it('are one of an organization, and so many of a process', async () => {
    const slots = createReplaySlots(2);
    const gate = Promise.withResolvers<string>();
    const wait = () => gate.promise;
    const reasonOf = (run: Promise<unknown>) =>
      run.then(
        () => undefined,
        (error: unknown) => (error instanceof DomainError ? error.reason : error),
      );
    const running = [slots.run('a', wait), slots.run('b', wait)];
    expect(await reasonOf(slots.run('a', wait))).toBe('REPLAY_LIMIT');
    expect(await reasonOf(slots.run('c', wait))).toBe('REPLAYS_BUSY');
    gate.resolve('done');
    expect(await Promise.all(running)).toEqual(['done', 'done']);
    expect(await reasonOf(slots.run('a', () => Promise.reject(new Error('broken'))))).toEqual(
      new Error('broken'),
    );
    expect(await slots.run('a', wait)).toBe('done');
  });
});
