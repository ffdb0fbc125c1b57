import type { NewQuestion, SurveyContent } from '../parts/crowd-types.ts';

export type MediaKind = 'image' | 'audio' | 'video';

export interface BuiltInSurvey {
  readonly slug: string;
  readonly title: string;
  /** The result, for the requester. */
  readonly note: string;
  /** The starting text of the instructions. */
  readonly instructions: string;
  /** True if the instructions must contain a claim. */
  readonly needsClaim: boolean;
  readonly listQuestions: (kinds: readonly MediaKind[]) => readonly NewQuestion[];
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'cannot_tell', label: 'I cannot tell' },
];

const changed: NewQuestion = {
  key: 'changed',
  type: 'single_choice',
  required: true,
  options: yesNo,
  label: 'Was something in this file changed?',
};

const whenChanged = { questionKey: 'changed', equals: 'yes' } as const;

/** The surveys that the page creates in a project when they are first used. */
export const builtInSurveys: readonly BuiltInSurvey[] = [
  {
    slug: 'changed',
    title: 'Was this changed?',
    note: 'Yes, no, or cannot tell, with a reason.',
    instructions:
      'Look at or listen to the whole file. Decide if something in it was changed after it was recorded.',
    needsClaim: false,
    listQuestions: () => [
      changed,
      {
        key: 'reason',
        type: 'text',
        label: 'How can you see or hear it?',
        required: false,
        showIf: whenChanged,
      },
    ],
  },
  {
    slug: 'mark',
    title: 'Mark what was changed',
    note: 'Regions in images and videos, periods in audio and videos.',
    instructions: 'Look at or listen to the whole file. Mark each part that was changed, and nothing else.',
    needsClaim: false,
    listQuestions: (kinds) => [changed, ...listMarkQuestions(kinds)],
  },
  {
    slug: 'claim',
    title: 'Is the claim supported?',
    note: 'Supported, contradicted, or cannot tell, for a claim that you write.',
    instructions: 'Read the claim. Then decide if the file supports it.',
    needsClaim: true,
    listQuestions: () => [
      {
        key: 'claim',
        type: 'single_choice',
        required: true,
        label: 'Does the file support the claim in the instructions?',
        options: [
          { value: 'supported', label: 'It supports the claim' },
          { value: 'contradicted', label: 'It contradicts the claim' },
          { value: 'cannot_tell', label: 'I cannot tell' },
        ],
      },
      { key: 'reason', type: 'text', label: 'Why?', required: false },
    ],
  },
];

/** Files of one kind need a part; among files of several kinds not every question fits. */
function listMarkQuestions(kinds: readonly MediaKind[]): readonly NewQuestion[] {
  const hasOne = (kind: MediaKind): boolean => kinds.length === 1 && kinds[0] === kind;
  const regions: NewQuestion = {
    key: 'regions',
    type: 'region',
    label: 'Where?',
    showIf: whenChanged,
    required: hasOne('image'),
  };
  const periods: NewQuestion = {
    key: 'periods',
    type: 'time_range',
    label: 'When?',
    showIf: whenChanged,
    required: hasOne('audio'),
  };
  return [...(hasOne('audio') ? [] : [regions]), ...(hasOne('image') ? [] : [periods])];
}

export function writeSurvey(survey: BuiltInSurvey, kinds: readonly MediaKind[]): SurveyContent {
  return { title: survey.title, questions: survey.listQuestions(kinds) };
}

export const builtInPrefix = 'Built-in: ';

/** Returns the name by which the page finds the template of a survey again. */
export function nameTemplate({ title, slug }: BuiltInSurvey, kinds: readonly MediaKind[]): string {
  return `${builtInPrefix}${title}${slug === 'mark' ? ` (${kinds.join(', ')})` : ''}`;
}
