import type { Question, QuestionOption, SurveyContent } from '../survey.ts';
import type { SurveyTexts } from './survey-texts.ts';

/** The surveys of the crowd stages of pipelines. Keys and values never change; the texts depend on the language. */
export const buildSurveys = {
  'crowd-anomaly-marking': (texts: SurveyTexts): SurveyContent => ({
    title: texts.changed.title,
    introduction: join(texts.marking, texts.imageClaim),
    questions: [
      buildChangedQuestion(texts),
      {
        ...plain,
        key: 'where',
        type: 'region',
        label: texts.changed.where,
        required: true,
        showIf: { questionKey: 'changed', equals: 'yes' },
      },
      { ...plain, key: 'reason', type: 'text', label: texts.changed.reason },
    ],
  }),
  'crowd-adjudication': (texts: SurveyTexts): SurveyContent => ({
    title: texts.changed.title,
    introduction: join(texts.adjudication, texts.imageClaim),
    questions: [
      buildChangedQuestion(texts),
      { ...plain, key: 'reason', type: 'text', label: texts.changed.reason },
    ],
  }),
  'crowd-source-check': ({ bearsOut, unsure, sourceCheck }: SurveyTexts): SurveyContent => ({
    title: bearsOut.title,
    introduction: join(sourceCheck, bearsOut.claim, bearsOut.claimedSource),
    questions: [
      {
        ...plain,
        key: 'bears_out',
        type: 'single_choice',
        label: bearsOut.question,
        required: true,
        options: listOptions([
          ['supported', bearsOut.supported],
          ['contradicted', bearsOut.contradicted],
          ['cannot_tell', unsure],
        ]),
      },
      {
        ...plain,
        key: 'source',
        type: 'text',
        label: bearsOut.source,
        required: true,
        showIf: { questionKey: 'bears_out', equals: ['supported', 'contradicted'] },
      },
      { ...plain, key: 'note', type: 'text', label: bearsOut.note },
    ],
  }),
} as const;

export type SurveySlug = keyof typeof buildSurveys;

const plain = {
  helpText: undefined,
  required: false,
  options: [],
  min: undefined,
  max: undefined,
  showIf: undefined,
  golden: undefined,
};

function buildChangedQuestion({ changed, unsure }: SurveyTexts): Question {
  return {
    ...plain,
    key: 'changed',
    type: 'single_choice',
    label: changed.question,
    required: true,
    options: listOptions([
      ['yes', changed.yes],
      ['no', changed.no],
      ['cannot_tell', unsure],
    ]),
    golden: { expected: '{{truth.value}}' },
  };
}

function listOptions(labels: readonly (readonly [string, string])[]): readonly QuestionOption[] {
  return labels.map(([value, label]) => ({ value, label, exclusive: false }));
}

/** Joins paragraphs. `omitEmpty` removes those whose text the run does not have. */
function join(...paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n');
}
