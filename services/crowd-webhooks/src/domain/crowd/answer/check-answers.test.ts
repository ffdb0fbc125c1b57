import { describe, expect, it } from 'vitest';
import type { Question, QuestionType } from '../survey/survey.ts';
import { checkAnswers } from './check-answers.ts';

const options = ['yes', 'no', 'none'].map((value) => ({ value, label: value, exclusive: value === 'none' }));
const fileIds = ['file-a', 'file-b'];

function newQuestion(key: string, type: QuestionType, change: Partial<Question> = {}): Question {
  return {
    key,
    type,
    label: key,
    helpText: undefined,
    required: false,
    options: [],
    min: undefined,
    max: undefined,
    showIf: undefined,
    golden: undefined,
    ...change,
  };
}

const questions: readonly Question[] = [
  newQuestion('one', 'single_choice', { options, required: true }),
  newQuestion('many', 'multiple_choice', { options }),
  newQuestion('rank', 'ranking', { options }),
  newQuestion('scale', 'scale', { min: 1, max: 5 }),
  newQuestion('number', 'number', { min: 0 }),
  newQuestion('truth', 'boolean'),
  newQuestion('text', 'text'),
  newQuestion('area', 'region', { showIf: { questionKey: 'one', equals: 'yes' }, required: true }),
  newQuestion('period', 'time_range'),
  newQuestion('file', 'file_choice'),
  newQuestion('inner', 'text', { showIf: { questionKey: 'area', equals: 'never' } }),
];

const area = { fileId: 'file-a', x: 0.25, y: 0, width: 0.75, height: 1 };
const period = { fileId: 'file-b', startSeconds: 1, endSeconds: 2.5 };

function findProblem(values: Readonly<Record<string, unknown>>): unknown {
  try {
    const answers = Object.entries({ one: 'no', ...values }).map(([questionKey, value]) => ({
      questionKey,
      value,
    }));
    checkAnswers({ questions, fileIds }, answers);
    return undefined;
  } catch (error) {
    return (error as { details: { field: string } }).details.field;
  }
}

describe('answers are refused', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['an unknown question', 'other', { other: 1 }],
    ['a required question without an answer', 'one', { one: null }],
    ['another kind of value', 'one', { one: ['no'] }],
    ['a value that is no option', 'one', { one: 'perhaps' }],
    ['an option twice', 'many', { many: ['yes', 'yes'] }],
    ['an exclusive option with another', 'many', { many: ['yes', 'none'] }],
    ['a ranking without all options', 'rank', { rank: ['yes', 'no'] }],
    ['a scale above its end', 'scale', { scale: 6 }],
    ['a fraction on a scale', 'scale', { scale: 1.5 }],
    ['a number below its minimum', 'number', { number: -1 }],
    ['no number', 'number', { number: Number.NaN }],
    ['a number as text', 'number', { number: '1' }],
    ['a truth as text', 'truth', { truth: 'true' }],
    ['a text that is too long', 'text', { text: 'a'.repeat(10_001) }],
    ['a hidden question', 'area', { area: [area] }],
    ['a shown required question without an answer', 'area', { one: 'yes' }],
    ['a required question with nothing marked', 'area', { one: 'yes', area: [] }],
    ['an area over the edge', 'area', { one: 'yes', area: [{ ...area, x: 0.26 }] }],
    ['an area before the edge', 'area', { one: 'yes', area: [{ ...area, x: -0.01 }] }],
    ['an area without a size', 'area', { one: 'yes', area: [{ ...area, height: 0 }] }],
    ['an area that is no number', 'area', { one: 'yes', area: [{ ...area, y: Number.NaN }] }],
    ['an area of a file of another task', 'area', { one: 'yes', area: [{ ...area, fileId: 'file-c' }] }],
    ['an area with an unknown member', 'area', { one: 'yes', area: [{ ...area, score: 1 }] }],
    ['more than 50 areas', 'area', { one: 'yes', area: Array.from({ length: 51 }, () => area) }],
    ['a period that ends before it begins', 'period', { period: [{ ...period, endSeconds: 0.5 }] }],
    ['a period before the beginning', 'period', { period: [{ ...period, startSeconds: -1 }] }],
    ['a period of no file', 'period', { period: [{ startSeconds: 1, endSeconds: 2 }] }],
    ['a period without an end', 'period', { period: [{ ...period, endSeconds: undefined }] }],
    ['a file of another task', 'file', { file: 'file-c' }],
    ['a question whose condition is hidden', 'inner', { inner: 'text' }],
  ])('with %s', (_name, key, values) => {
    expect(findProblem(values)).toBe(`answers.${key}`);
  });

  it('when a question is answered twice', () => {
    const answer = { questionKey: 'one', value: 'no' };
    expect(() => {
      checkAnswers({ questions, fileIds }, [answer, answer]);
    }).toThrow('twice');
  });
});

it('answers of every type are accepted', () => {
  expect(findProblem({})).toBeUndefined();
  const all = {
    many: ['yes', 'no'],
    rank: ['none', 'yes', 'no'],
    scale: 5,
    number: 0.5,
    truth: false,
    text: '',
    file: 'file-b',
  };
  const areas = { area: [area, { ...area, note: '<b>', startSeconds: 0, endSeconds: 0 }], period: [period] };
  expect(findProblem({ ...all, ...areas, one: 'yes' })).toBeUndefined();
});

describe('a required text', () => {
  const text = newQuestion('text', 'text', { required: true });
  const isAnswered = (value: string) => {
    try {
      checkAnswers({ questions: [text], fileIds }, [{ questionKey: 'text', value }]);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'answers.text' } });
      return false;
    }
  };

  it.each([
    ...['', ' ', ' \n\t', '\u00a0', '\u2003', '\u3000', '\u200b', '\u200d', '\ufeff', '\u2060', '\u00ad'],
    ...[
      '\u034f',
      '\u115f',
      '\u3164',
      '\uffa0',
      '\u2800',
      '\ufe0f',
      '\u{e0020}',
      '\u0007',
      '\ue000',
      '\u2028',
    ],
  ])('is not answered by %j', (value) => {
    expect(isAnswered(value)).toBe(false);
  });

  it.each(['a', '7', '٣', '是', 'ก', '\u0301', '–', '…', '€', '+', '👍', '👩‍👧', ' . '])(
    'is answered by %j',
    (value) => {
      expect(isAnswered(value)).toBe(true);
    },
  );

  it('is checked in linear time', () => {
    const measure = (length: number) => {
      const value = `${'\u200b'.repeat(length - 1)}\u3164`;
      const begin = performance.now();
      for (let round = 0; round < 200; round += 1) isAnswered(value);
      return performance.now() - begin;
    };
    measure(1_000);
    expect(measure(10_000)).toBeLessThan(20 * Math.max(measure(1_000), 5));
  });
});
