import { answerExamples } from '@assay/test-kit/crowd/answer-examples';
import { expect, it } from 'vitest';
import { computePosterior, estimateAccuracy } from './bayes.ts';

it.each(answerExamples)('weighs $name by the accuracy of each worker', (example) => {
  const answers = example.answers.map(({ value, goldCorrect: correct, goldTotal: total }) => {
    return { value, accuracy: estimateAccuracy({ correct, total }, example.options.length) };
  });
  const posterior = computePosterior(example.options, answers);
  const total = example.weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, option] of example.options.entries())
    expect(posterior.get(option)).toBeCloseTo((example.weights[index] ?? 0) / total, 12);
  for (const [index, { accuracy }] of answers.entries())
    expect(accuracy).toBeCloseTo(example.accuracies[index] ?? 0, 12);
});
