import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import type { TextKey } from '../texts/en.ts';
import type { TimeRange } from '../parts/types.ts';

/** A text of the page that says what is wrong with an answer, with its values. */
export interface Problem {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, number>>;
}

const maxTextLength = 10_000;
const maxItems = 50;

/** Checks the answer to a question that is shown. Returns undefined when it can be submitted. */
export function validate(question: SurveyQuestion, value: unknown): Problem | undefined {
  if (isEmpty(value)) return question.required ? { key: 'needsAnswer' } : undefined;
  switch (question.type) {
    case 'text':
      return String(value).length > maxTextLength ? { key: 'tooLong' } : undefined;
    case 'number':
    case 'scale':
      return validateNumber(question, value);
    case 'region':
    case 'time_range':
      return validateItems(value as readonly Partial<TimeRange>[]);
    case 'single_choice':
    case 'multiple_choice':
    case 'boolean':
    case 'ranking':
    case 'file_choice':
      return undefined;
  }
}

/** The characters that the service counts as visible. */
const visibleCharacter = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{M}\p{S}\p{P}]/u;

/** An answer without content is not submitted. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return !visibleCharacter.test(value);
  return Array.isArray(value) && value.length === 0;
}

function validateNumber({ type, min, max }: SurveyQuestion, value: unknown): Problem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'needsNumber' };
  if (type === 'scale' && !Number.isInteger(value)) return { key: 'needsWhole' };
  if (min !== null && value < min) return { key: 'tooSmall', values: { min } };
  if (max !== null && value > max) return { key: 'tooLarge', values: { max } };
  return undefined;
}

function validateItems(items: readonly Partial<TimeRange>[]): Problem | undefined {
  if (items.length > maxItems) return { key: 'tooMany' };
  const isBackward = items.some(
    ({ startSeconds = 0, endSeconds = startSeconds }) => endSeconds < startSeconds,
  );
  return isBackward ? { key: 'badRange' } : undefined;
}
