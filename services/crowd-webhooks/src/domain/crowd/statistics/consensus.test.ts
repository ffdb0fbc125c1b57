import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { computePosterior, estimateAccuracy } from './bayes.ts';
import { isDecided } from './consensus.ts';
import { findBest } from './label.ts';

const options = ['no', 'yes'];

/** A sequence of numbers from 0 to 1 that is the same in every run. */
function createRandom(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count.toString()}`).digest().readUInt32BE() / 2 ** 32;
  };
}

function createWorkers(random: () => number) {
  return Array.from({ length: 200 }, (_, index) => {
    const right = index % 10 === 0 ? 0.5 : 0.85;
    const correct = Array.from({ length: 10 }, random).filter((value) => value < right).length;
    return { right, accuracy: estimateAccuracy({ correct, total: 10 }, options.length) };
  });
}

it('early stop needs 30 % fewer answers than the majority of five, and is at least as accurate', () => {
  const random = createRandom('early stop');
  const workers = createWorkers(random);
  const rule = { minResponses: 2, maxResponses: 7, threshold: 0.9 };
  const found = { right: 0, answers: 0, majorityRight: 0 };
  const items = 10_000;
  for (let item = 0; item < items; item += 1) {
    const truth = options[Math.floor(random() * 2)] ?? '';
    const chosen = new Set<number>();
    while (chosen.size < 7) chosen.add(Math.floor(random() * workers.length));
    const answers = [...chosen].map((index) => {
      const { right = 0, accuracy = 0 } = workers[index] ?? {};
      const value = random() < right ? truth : (options.find((option) => option !== truth) ?? '');
      return { value, accuracy };
    });
    const needed = answers.findIndex((_, index) => isDecided(options, answers.slice(0, index + 1), rule)) + 1;
    const best = findBest(computePosterior(options, answers.slice(0, needed)));
    found.answers += needed;
    if (best?.value === truth) found.right += 1;
    if (answers.slice(0, 5).filter(({ value }) => value === truth).length >= 3) found.majorityRight += 1;
  }
  expect(found.right).toBeGreaterThanOrEqual(found.majorityRight);
  expect(found.answers / items).toBeLessThanOrEqual(5 * 0.7);
});
