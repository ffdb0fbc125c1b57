import { answerExamples } from '@assay/test-kit/crowd/answer-examples';
import { expect, it } from 'vitest';
import { estimateAccuracy } from './accuracy.ts';
import { aggregateResponses } from './aggregate-responses.ts';

it.each(answerExamples)('weighs $name by the accuracy of each worker', (example) => {
  const responses = example.answers.map((answer, index) => {
    return { ...answer, id: String(index), workerId: String(index), areas: [], texts: {} };
  });
  const options = example.options.map((value) => ({ value, label: value }));
  const { posterior } = aggregateResponses({ options }, responses);
  const total = example.weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of example.weights.entries())
    expect(posterior[index]).toBeCloseTo(weight / total, 12);
  for (const [index, accuracy] of example.accuracies.entries()) {
    const response = responses[index];
    expect(response && estimateAccuracy(response, options.length)).toBeCloseTo(accuracy, 12);
  }
});

it('names no option where two are equally probable, in whatever order people answered', () => {
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
  const answer = (value: string, id: string) => {
    return { id, workerId: id, value, goldCorrect: 2, goldTotal: 7, areas: [], texts: {} };
  };
  const forward = [answer('yes', '1'), answer('no', '2'), answer('no', '3'), answer('yes', '4')];
  expect(aggregateResponses({ options }, forward).value).toBeNull();
  expect(aggregateResponses({ options }, forward.toReversed()).value).toBeNull();
});
