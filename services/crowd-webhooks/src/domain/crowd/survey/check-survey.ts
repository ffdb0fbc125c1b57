import { invalidField } from '@assay/chassis/errors';
import { checkValue } from './check-value.ts';
import { readPlaceholder } from './placeholders.ts';
import type { Question, QuestionType, SurveyContent } from './survey.ts';

const withOptions: ReadonlySet<QuestionType> = new Set(['single_choice', 'multiple_choice', 'ranking']);
const withRange: ReadonlySet<QuestionType> = new Set(['scale', 'number']);
/** Areas and periods are compared by no rule, so they have no known answer. */
const withoutGolden: ReadonlySet<QuestionType> = new Set(['region', 'time_range']);
const minOptions = 2;
const maxSteps = 20;

/** INVALID_ARGUMENT, with the field, for questions that contradict themselves or each other. */
export function checkSurvey({ questions }: Pick<SurveyContent, 'questions'>): void {
  const earlier = new Map<string, Question>();
  for (const [index, question] of questions.entries()) {
    const field = `questions.${index.toString()}`;
    if (earlier.has(question.key)) {
      throw invalidField(
        `${field}.key`,
        `The key ${question.key} occurs twice. Give each question its own key.`,
      );
    }
    checkOptions(question, field);
    checkRange(question, field);
    checkShowIf(question, earlier, field);
    checkGolden(question, field);
    earlier.set(question.key, question);
  }
}

function checkOptions({ type, options }: Question, field: string): void {
  const at = `${field}.options`;
  if (!withOptions.has(type)) {
    if (options.length > 0) throw invalidField(at, `A question of the type ${type} has no options.`);
    return;
  }
  if (options.length < minOptions)
    throw invalidField(at, `A question of the type ${type} needs 2 to 50 options.`);
  const values = new Set(options.map(({ value }) => value));
  if (values.size < options.length) throw invalidField(at, 'Each option needs a value of its own.');
  const exclusive = options.findIndex((option) => option.exclusive);
  if (exclusive >= 0 && type !== 'multiple_choice') {
    throw invalidField(
      `${at}.${exclusive.toString()}.exclusive`,
      'Only an option of `multiple_choice` can be exclusive.',
    );
  }
}

function checkRange({ type, min, max }: Question, field: string): void {
  if (!withRange.has(type)) {
    if (min !== undefined)
      throw invalidField(`${field}.min`, `A question of the type ${type} has no minimum.`);
    if (max !== undefined)
      throw invalidField(`${field}.max`, `A question of the type ${type} has no maximum.`);
    return;
  }
  for (const [name, bound] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (bound === undefined && type === 'scale')
      throw invalidField(`${field}.${name}`, `A scale needs \`${name}\`.`);
    if (bound !== undefined && !Number.isFinite(bound))
      throw invalidField(`${field}.${name}`, `\`${name}\` must be finite.`);
    if (bound !== undefined && type === 'scale' && !Number.isSafeInteger(bound)) {
      throw invalidField(`${field}.${name}`, 'The ends of a scale must be whole numbers.');
    }
  }
  if (min === undefined || max === undefined) return;
  if (type === 'scale' && (max - min < 1 || max - min > maxSteps)) {
    throw invalidField(`${field}.max`, '`max` of a scale must be 1 to 20 more than `min`.');
  }
  if (max < min) throw invalidField(`${field}.max`, '`max` must not be less than `min`.');
}

function checkShowIf({ showIf }: Question, earlier: ReadonlyMap<string, Question>, field: string): void {
  if (showIf === undefined) return;
  const { questionKey, equals } = showIf;
  const other = earlier.get(questionKey);
  if (other === undefined) {
    throw invalidField(
      `${field}.showIf.questionKey`,
      `There is no earlier question with the key ${questionKey}.`,
    );
  }
  const value = other.type === 'multiple_choice' ? [equals] : equals;
  if (!comparable.has(other.type) || checkValue(other, value) !== undefined) {
    throw invalidField(`${field}.showIf.equals`, `The question ${questionKey} never has this value.`);
  }
}

/** The types whose values can be compared with one value. */
const comparable: ReadonlySet<QuestionType> = new Set([
  ...(['single_choice', 'multiple_choice', 'scale', 'boolean', 'text', 'number'] as const),
]);

function checkGolden(question: Question, field: string): void {
  const { golden, type } = question;
  if (golden === undefined) return;
  const at = `${field}.golden`;
  if (withoutGolden.has(type)) throw invalidField(at, `A question of the type ${type} has no known answer.`);
  if (readPlaceholder(golden.expected) !== undefined) return;
  if (type === 'file_choice') {
    throw invalidField(
      `${at}.expected`,
      'The known answer of a `file_choice` comes from a list: `{{<name of the list>.value}}`.',
    );
  }
  const problem = checkValue(question, golden.expected);
  if (problem !== undefined) throw invalidField(`${at}.expected`, `The known answer ${problem}.`);
}
