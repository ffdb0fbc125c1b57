import type { SurveyQuestion } from '../../shared/api/api-types.ts';
import { announce, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { QuestionAnswer } from '../parts/types.ts';
import { createField } from './create-field.ts';
import { surveyText } from './field.ts';
import type { TaskContext } from './field.ts';
import { isEmpty, validate } from './validate.ts';
import { listVisible } from './visibility.ts';

/** The questions of a task with their answers. */
export interface QuestionForm {
  readonly node: HTMLElement;
  /** Returns the answers to the questions that are shown, or undefined after it has shown the problems. */
  readonly collect: () => readonly QuestionAnswer[] | undefined;
  /** Shows a problem at a question. Returns false if there is no such question. */
  readonly showProblem: (key: string, text: string) => boolean;
}

interface Row {
  readonly question: SurveyQuestion;
  readonly node: HTMLElement;
  readonly error: HTMLElement;
  readonly control: HTMLElement;
}

/** @param onChange is called after each change of an answer */
export function createQuestionForm(
  questions: readonly SurveyQuestion[],
  task: TaskContext,
  values: Map<string, unknown>,
  onChange: () => void,
): QuestionForm {
  const rows = questions.map((question) => createRow(question, task, values, changed));
  function changed(key: string, value: unknown): void {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    const row = rows.find(({ question }) => question.key === key);
    // A problem that is shown goes with the change that solves it.
    if (row !== undefined && row.error.textContent !== '' && validate(row.question, value) === undefined)
      setProblem(row, '');
    updateVisibility(rows, values);
    onChange();
  }
  updateVisibility(rows, values);
  return {
    node: element('div', { className: 'questions' }, ...rows.map(({ node }) => node)),
    collect: () => collect(rows, values),
    showProblem: (key, text) => {
      const row = rows.find(({ question }) => question.key === key);
      if (row === undefined) return false;
      setProblem(row, text);
      focusRow(row);
      return true;
    },
  };
}

function createRow(
  question: SurveyQuestion,
  task: TaskContext,
  values: ReadonlyMap<string, unknown>,
  changed: (key: string, value: unknown) => void,
): Row {
  const { key, label, helpText, required } = question;
  const labelId = `label-${key}`;
  const helpId = `help-${key}`;
  const errorId = `error-${key}`;
  const help = element('p', { id: helpId, className: 'soft help' });
  if (helpText !== null) help.append(surveyText(helpText, task.language));
  const error = element('p', { id: errorId, className: 'error' });
  const field = createField({
    question,
    task,
    value: values.get(key),
    labelledBy: labelId,
    describedBy: `${helpId} ${errorId}`,
    change: (value) => changed(key, value),
  });
  const title = element('span', { id: labelId }, surveyText(label, task.language));
  const legend = element('legend', {}, title);
  if (required) legend.append(' ', element('span', { className: 'required' }, say('required')));
  const node = element(
    'fieldset',
    { className: 'question' },
    legend,
    element('div', { className: 'body' }, help, error, ...field.nodes),
  );
  return { question, node, error, control: field.control };
}

function updateVisibility(rows: readonly Row[], values: ReadonlyMap<string, unknown>): void {
  const visible = listVisible(
    rows.map(({ question }) => question),
    values,
  );
  for (const { question, node } of rows) node.hidden = !visible.has(question.key);
}

function collect(
  rows: readonly Row[],
  values: ReadonlyMap<string, unknown>,
): readonly QuestionAnswer[] | undefined {
  const shown = rows.filter(({ node }) => !node.hidden);
  const faulty = shown.filter((row) => {
    const problem = validate(row.question, values.get(row.question.key));
    setProblem(row, problem === undefined ? '' : say(problem.key, problem.values));
    return problem !== undefined;
  });
  if (faulty.length > 0) {
    announce(say('problems', { count: faulty.length }));
    if (faulty[0] !== undefined) focusRow(faulty[0]);
    return undefined;
  }
  const answers = shown.map(({ question: { key } }) => ({ questionKey: key, value: values.get(key) }));
  return answers.filter(({ value }) => !isEmpty(value));
}

function setProblem({ node, error, control }: Row, text: string): void {
  error.textContent = text;
  node.classList.toggle('has-problem', text !== '');
  const isInput = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  if (!isInput) return;
  if (text === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
}

/** Moves the focus to the control, and shows the question with its problem. */
function focusRow({ node, control }: Row): void {
  control.focus({ preventScroll: true });
  node.scrollIntoView({ block: 'start' });
}
