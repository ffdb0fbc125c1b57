import { newIdFor } from '@assay/chassis/ids';
import { listPlaceholders } from '../placeholders.ts';
import type { SurveyContent, SurveyVersion } from '../survey.ts';
import { buildSurveys } from './build-surveys.ts';
import type { SurveySlug } from './build-surveys.ts';
import { ar } from './texts/ar.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';

/** The languages of the work page. */
const texts = new Map(Object.entries({ en, de, fr, es, ar }));

/** A survey of a crowd stage. All organizations have it. */
type BuiltInSurvey = Omit<SurveyVersion, 'organizationId'>;

const publishedAt = new Date('2026-12-01T00:00:00Z');
const maxVersion = 100;

/** Returns the id of the survey of a stage, which is the same in each deployment. */
export function nameBuiltInSurvey(stageSlug: string, pipelineVersion: string): string {
  return newIdFor({ operation: `survey of the stage ${stageSlug}` }, pipelineVersion);
}

/** The surveys by the ids of their versions. */
const surveys = new Map(
  Object.keys(buildSurveys).flatMap((name) => {
    const slug = name as SurveySlug;
    const templateId = newIdFor({ operation: 'survey of a stage' }, slug);
    return Array.from({ length: maxVersion }, (_, index) => {
      const versionNumber = index + 1;
      const id = nameBuiltInSurvey(slug, versionNumber.toString());
      return [id, { slug, id, templateId, versionNumber }] as const;
    });
  }),
);

/** Finds a built-in survey with its texts in a language, or in English where there are none. */
export function findBuiltInSurvey(versionId: string, language: string): BuiltInSurvey | undefined {
  const found = surveys.get(versionId);
  if (found === undefined) return undefined;
  const { slug, ...version } = found;
  return { ...version, publishedAt, ...buildSurveys[slug](texts.get(language) ?? en) };
}

/** Returns a survey in the language of a worker. Surveys of organizations have one language. Paragraphs whose texts the run does not have go. */
export function translateSurvey<Survey extends SurveyContent & { readonly id: string }>(
  survey: Survey,
  language: string,
  names: readonly string[],
): Survey {
  const translated = findBuiltInSurvey(survey.id, language);
  if (translated === undefined) return survey;
  return { ...survey, ...translated, introduction: omitUnknown(translated.introduction, names) };
}

function omitUnknown(text = '', names: readonly string[]): string {
  const paragraphs = text.split('\n\n');
  return paragraphs
    .filter((each) => listPlaceholders(each).every((name) => names.includes(name)))
    .join('\n\n');
}
