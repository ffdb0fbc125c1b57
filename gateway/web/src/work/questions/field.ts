import type { SurveyQuestion, WorkArea, WorkFile, WorkMap } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { findDirection } from '../parts/language.ts';

/** The task as the fields of its questions see it. */
export interface TaskContext {
  readonly files: readonly WorkFile[];
  /** The language of the survey. */
  readonly language: string;
  /** Resolves to a fresh link to a file whose link has expired. */
  readonly refreshLink: (fileId: string) => Promise<string>;
  /** The areas that other people marked. */
  readonly areas?: readonly WorkArea[];
  /** The maps of the first image. */
  readonly maps?: readonly WorkMap[];
  /** Resolves to the maps with fresh links. */
  readonly refreshMaps?: () => Promise<readonly WorkMap[]>;
}

/** A question with its stored answer. */
export interface FieldInput {
  readonly question: SurveyQuestion;
  readonly task: TaskContext;
  readonly value: unknown;
  /** The ids of the elements that name and describe the field. */
  readonly labelledBy: string;
  readonly describedBy: string;
  /** Takes the new answer. Undefined means that there is none. */
  readonly change: (value: unknown) => void;
}

/** The controls that answer a question. */
export interface Field {
  readonly nodes: readonly Node[];
  /** The control that gets the focus when the answer has a problem. */
  readonly control: HTMLElement;
}

/** Returns a text of the survey in its own language and direction. */
export function surveyText(text: string, language: string, className = ''): HTMLElement {
  return element('span', { className, lang: language, dir: findDirection(language) }, text);
}
