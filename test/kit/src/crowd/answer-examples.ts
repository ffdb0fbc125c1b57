/** An answer to a single-choice question, with the golden answers of its worker. */
export interface ExampleAnswer {
  readonly value: string;
  readonly goldCorrect: number;
  readonly goldTotal: number;
}

/** Answers to one question, and the numbers that follow from the formulas of the specification, computed by hand. */
export interface AnswerExample {
  readonly name: string;
  readonly options: readonly string[];
  readonly answers: readonly ExampleAnswer[];
  /** The accuracy of the worker of each answer: (3 + correct) / (5 + total), between 1 / options and 0.99. */
  readonly accuracies: readonly number[];
  /** The weight of each option, up to a factor: the product of the accuracies where it was answered, and of the equal parts of the rest. */
  readonly weights: readonly number[];
}

const changed = ['yes', 'no', 'cannot_tell'];
const untested = { goldCorrect: 0, goldTotal: 0 };
const tested = { goldCorrect: 9, goldTotal: 10 };

/** verification and crowd-webhooks compute the consensus of the same answers, each for itself. */
export const answerExamples: readonly AnswerExample[] = [
  { name: 'no answer', options: changed, answers: [], accuracies: [], weights: [1, 1, 1] },
  {
    name: 'one untested worker',
    options: changed,
    answers: [{ value: 'yes', ...untested }],
    accuracies: [3 / 5],
    weights: [0.6, 0.2, 0.2],
  },
  {
    name: 'untested workers who agree',
    options: changed,
    answers: [
      { value: 'no', ...untested },
      { value: 'no', ...untested },
      { value: 'no', ...untested },
    ],
    accuracies: [0.6, 0.6, 0.6],
    weights: [0.008, 0.216, 0.008],
  },
  {
    name: 'one tested worker against two untested ones',
    options: changed,
    answers: [
      { value: 'yes', ...tested },
      { value: 'no', ...untested },
      { value: 'no', ...untested },
    ],
    accuracies: [0.8, 0.6, 0.6],
    weights: [0.8 * 0.2 * 0.2, 0.1 * 0.6 * 0.6, 0.1 * 0.2 * 0.2],
  },
  {
    name: 'a tie of two options',
    options: ['yes', 'no'],
    answers: [
      { value: 'yes', ...untested },
      { value: 'no', ...untested },
    ],
    accuracies: [0.6, 0.6],
    weights: [0.24, 0.24],
  },
  {
    name: 'a worker who is wrong more often than guessing',
    options: changed,
    answers: [{ value: 'yes', goldCorrect: 0, goldTotal: 10 }],
    accuracies: [1 / 3],
    weights: [1, 1, 1],
  },
  {
    name: 'a worker who was never wrong in a thousand golden tasks',
    options: ['yes', 'no'],
    answers: [{ value: 'yes', goldCorrect: 1_000, goldTotal: 1_000 }],
    accuracies: [0.99],
    weights: [0.99, 0.01],
  },
];
