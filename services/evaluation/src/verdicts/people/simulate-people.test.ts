import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { describe, expect, it } from 'vitest';
import { judge } from '../judge.ts';
import { simulatePeople } from './simulate-people.ts';
import type { CheckedFile } from './simulate-people.ts';
import { drawAnswer, drawWorker } from './simulated-worker.ts';

const file: CheckedFile = {
  scene: 'one',
  source: 'camera',
  change: null,
  isLaundered: false,
  group: 'original',
  mimeType: 'image/jpeg',
  results: [],
};

describe('simulated people', () => {
  it('err together in half of their errors', () => {
    const random = seededRandom(1);
    const worker = { kind: 'honest', accuracy: 0.7, goldCorrect: 0, goldTotal: 0 } as const;
    const pairs = Array.from({ length: 20_000 }, () => {
      const shared = random();
      const answer = () => drawAnswer(worker, { isChanged: true, shared, random });
      return [answer(), answer()] as const;
    });
    const wrong = pairs.filter(([one]) => one === 'no').length / pairs.length;
    const both = pairs.filter(([one, other]) => one === 'no' && other === 'no').length / pairs.length;
    expect(wrong).toBeCloseTo(0.3, 1);
    // Common errors are 0.15; of the others both happen to make (0.15 / 0.85)² × 0.85.
    expect(both).toBeCloseTo(0.15 + 0.15 ** 2 / 0.85, 2);
  });

  it('are of the stated kinds', () => {
    const random = seededRandom(2);
    const drawn = Array.from({ length: 10_000 }, () => drawWorker({ random, isHonest: false, goldTotal: 0 }));
    const share = (kind: string) => drawn.filter((worker) => worker.kind === kind).length / drawn.length;
    expect(share('guesses')).toBeCloseTo(0.2, 1);
    expect(share('always_yes')).toBeCloseTo(0.1, 1);
  });

  it.each([0, 10])('never accuse a file by answers alone, with %i golden tasks each', (goldTotal) => {
    const changed = { ...file, change: 'copied-area' } as const;
    const runs = simulatePeople([file, changed], 400, { isHonest: true, goldTotal, seed: 3, judge });
    const verdicts = new Set(runs.map(({ withPeople }) => withPeople.verdict));
    expect([...verdicts].toSorted()).toEqual(['inconclusive', 'unverified']);
    expect(runs.every(({ answers }) => answers >= 5 && answers <= 12)).toBe(true);
  });
});
