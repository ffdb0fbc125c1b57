import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import { describe, expect, it } from 'vitest';
import { readNumber } from '../parts/text-field.ts';
import { validate } from './validate.ts';
import { listVisible } from './visibility.ts';

function question(part: Partial<SurveyQuestion>): SurveyQuestion {
  const plain = { key: 'q', label: 'Q', helpText: null, options: [], min: null, max: null, showIf: null };
  return { ...plain, type: 'text', required: false, ...part };
}

describe('an answer', () => {
  it.each([
    [{ required: true }, undefined, 'needsAnswer'],
    [{ required: true }, '  ', 'needsAnswer'],
    [{ required: true }, '\u200b\u3164\n', 'needsAnswer'],
    [{ required: true }, '是', undefined],
    [{ required: false }, '', undefined],
    [{ required: true, type: 'region' }, [], 'needsAnswer'],
    [{ required: true, type: 'boolean' }, false, undefined],
    [{ type: 'number' }, 'many', 'needsNumber'],
    [{ type: 'number', min: 1, max: 3 }, 0.5, 'tooSmall'],
    [{ type: 'number', min: 1, max: 3 }, 3.5, 'tooLarge'],
    [{ type: 'scale', min: 1, max: 3 }, 1.5, 'needsWhole'],
    [{ type: 'text' }, 'x'.repeat(10_001), 'tooLong'],
    [{ type: 'time_range' }, [{ fileId: 'f', startSeconds: 2, endSeconds: 1 }], 'badRange'],
    [{ type: 'region' }, Array.from({ length: 51 }, () => ({})), 'tooMany'],
  ] as const)('to %o that is %o has the problem %s', (part, value, expected) => {
    expect(validate(question(part), value)?.key).toBe(expected);
  });

  it('may have a decimal comma or point', () => {
    expect(['1,5', ' -2.25 ', '1e3', '', 'one', '1.2.3', '1,000'].map(readNumber)).toEqual([
      ...[1.5, -2.25, 1_000],
      ...[undefined, 'one', '1.2.3', '1,000'],
    ]);
  });
});

describe('a question with a condition', () => {
  const questions = [
    question({ key: 'a' }),
    question({ key: 'b', showIf: { questionKey: 'a', equals: true } }),
    question({ key: 'c', showIf: { questionKey: 'b', equals: 'x' } }),
  ];

  it('is shown with the value of a question that is shown itself', () => {
    const shown = (values: Readonly<Record<string, unknown>>) => [
      ...listVisible(questions, new Map(Object.entries(values))),
    ];
    expect(shown({ a: true, b: ['y', 'x'] })).toEqual(['a', 'b', 'c']);
    expect(shown({ a: true, b: 'y' })).toEqual(['a', 'b']);
    expect(shown({ a: false, b: 'x' })).toEqual(['a']);
  });
});
