import { describe, expect, it } from 'vitest';
import { checkSurvey } from './check-survey.ts';
import type { Question } from './survey.ts';

const options = ['yes', 'no', 'none'].map((value) => ({ value, label: value, exclusive: false }));

function newQuestion(change: Partial<Question>): Question {
  return {
    key: 'other',
    type: 'text',
    label: 'A question',
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

const first = newQuestion({ key: 'first', type: 'single_choice', options });
const many = { type: 'multiple_choice', options } as const;
const scale = { type: 'scale', min: 1, max: 5 } as const;
const showIf = (equals: unknown, questionKey = 'first') => ({ showIf: { questionKey, equals } });
const golden = (expected: unknown) => ({ golden: { expected } });

function findField(change: Partial<Question>, ...before: readonly Question[]): unknown {
  try {
    checkSurvey({ questions: [first, ...before, newQuestion(change)] });
    return undefined;
  } catch (error) {
    return (error as { details: { field: string } }).details.field;
  }
}

describe('a survey is refused, with the field, when', () => {
  it.each<[string, string, Partial<Question>]>([
    ['a key occurs twice', 'key', { key: 'first' }],
    ['a choice has no options', 'options', { type: 'single_choice' }],
    ['a ranking has one option', 'options', { type: 'ranking', options: options.slice(1, 2) }],
    ['two options have one value', 'options', { ...many, options: [...options, ...options] }],
    ['a text has options', 'options', { options }],
    [
      'one of the options of a ranking is exclusive',
      'options.3.exclusive',
      { type: 'ranking', options: [...options, { value: 'all', label: 'all', exclusive: true }] },
    ],
    ['a scale has no minimum', 'min', { ...scale, min: undefined }],
    ['a scale has no maximum', 'max', { ...scale, max: undefined }],
    ['a scale has one step', 'max', { ...scale, max: 1 }],
    ['a scale has more than 21 steps', 'max', { ...scale, max: 22 }],
    ['an end of a scale is a fraction', 'min', { ...scale, min: 0.5 }],
    ['an end of a number is not finite', 'max', { type: 'number', max: Infinity }],
    ['the ends of a number are exchanged', 'max', { type: 'number', min: 2, max: 1 }],
    ['a text has a minimum', 'min', { min: 1 }],
    ['a text has a maximum', 'max', { max: 1 }],
    ['a condition names a later question', 'showIf.questionKey', showIf('yes', 'other')],
    ['a condition names a value that is no option', 'showIf.equals', showIf('perhaps')],
    ['a condition names another kind of value', 'showIf.equals', showIf(['yes'])],
    ['areas have a known answer', 'golden', { type: 'region', ...golden([]) }],
    ['periods have a known answer', 'golden', { type: 'time_range', ...golden([]) }],
    ['the known answer is no option', 'golden.expected', { ...many, ...golden(['perhaps']) }],
    ['the known answer is above the scale', 'golden.expected', { ...scale, ...golden(6) }],
    ['the known file is a literal', 'golden.expected', { type: 'file_choice', ...golden('abc') }],
    ['the known answer is missing', 'golden.expected', golden(undefined)],
  ])('%s', (_reason, field, change) => {
    expect(findField(change)).toBe(`questions.1.${field}`);
  });
});

describe('a survey is accepted when', () => {
  it.each<[string, Partial<Question>]>([
    [
      'a choice has an exclusive option',
      { ...many, options: [...options, { value: 'all', label: 'all', exclusive: true }] },
    ],
    ['a scale has 21 steps', { ...scale, min: -10, max: 10, ...golden(-10) }],
    ['a number has no ends', { type: 'number', ...golden(1.5) }],
    ['a condition names an option', showIf('no')],
    ['the known answer is a placeholder', { type: 'file_choice', ...golden('{{truth.value}}') }],
    ['the known ranking names all options', { type: 'ranking', options, ...golden(['no', 'none', 'yes']) }],
  ])('%s', (_name, change) => {
    expect(findField(change)).toBeUndefined();
  });

  it('a condition names a chosen value, a number or a truth', () => {
    const before = [
      newQuestion({ key: 'many', ...many }),
      newQuestion({ key: 'scale', ...scale }),
      newQuestion({ key: 'truth', type: 'boolean' }),
    ];
    for (const change of [showIf('no', 'many'), showIf(5, 'scale'), showIf(true, 'truth')]) {
      expect(findField(change, ...before)).toBeUndefined();
    }
    for (const change of [showIf(['no'], 'many'), showIf(6, 'scale'), showIf('true', 'truth')]) {
      expect(findField(change, ...before)).toBe('questions.4.showIf.equals');
    }
  });
});
