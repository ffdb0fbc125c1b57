import type { Question } from './survey.ts';

const maxTextLength = 10_000;

type Bounds = Pick<Question, 'type' | 'options' | 'min' | 'max'>;

/**
 * Checks a value that answers a question without files. Returns undefined if it fits, otherwise the end of a sentence that begins with
 * the value. Areas, periods and files are checked with the files of the task.
 */
export function checkValue(question: Bounds, value: unknown): string | undefined {
  switch (question.type) {
    case 'single_choice':
      return isOption(question, value) ? undefined : 'must be the value of one option';
    case 'multiple_choice':
      return checkChoices(question, value);
    case 'ranking':
      return checkRanking(question, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'text':
      return checkText(value);
    case 'scale':
      return checkNumber(question, value) ?? (Number.isInteger(value) ? undefined : 'must be a whole number');
    case 'number':
      return checkNumber(question, value);
    case 'region':
    case 'time_range':
    case 'file_choice':
      return 'needs the files of a task';
  }
}

function isOption({ options }: Bounds, value: unknown): value is string {
  return options.some((option) => option.value === value);
}

function checkChoices(question: Bounds, value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => isOption(question, item))) {
    return 'must be an array with values of options';
  }
  if (new Set(value).size < value.length) return 'must not name an option twice';
  const isExclusive = question.options.some((option) => option.exclusive && value.includes(option.value));
  return isExclusive && value.length > 1
    ? 'must not name other options together with an exclusive one'
    : undefined;
}

function checkRanking(question: Bounds, value: unknown): string | undefined {
  const isPermutation =
    Array.isArray(value) &&
    value.length === question.options.length &&
    new Set(value).size === value.length &&
    value.every((item) => isOption(question, item));
  return isPermutation ? undefined : 'must be an array with the values of all options, each once';
}

function checkText(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  if (value.length > maxTextLength) return 'must have at most 10,000 characters';
  return value.includes('\0') ? 'must not contain the character U+0000' : undefined;
}

function checkNumber({ min = -Infinity, max = Infinity }: Bounds, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (value < min) return `must be at least ${min.toString()}`;
  return value > max ? `must be at most ${max.toString()}` : undefined;
}
