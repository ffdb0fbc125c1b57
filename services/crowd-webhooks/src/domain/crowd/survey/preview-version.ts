import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { countFilledBytes, fillSurvey, listShownLists, maxFilledBytes } from './fill-survey.ts';
import { exceedsLimit } from './exceeds-limit.ts';
import { findTemplate, getVersion } from './get-template.ts';
import type { VersionPath } from './get-template.ts';
import type { Survey, SurveyContent } from './survey.ts';

interface Preview {
  readonly path: VersionPath;
  /** The values of lists by name, as the caller sent them. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Previewed {
  readonly path: VersionPath;
  readonly survey: Survey;
  readonly inputData: Readonly<Record<string, string>>;
}

const maxLength = 10_000;

/** Shows a version as a worker would get it. NOT_FOUND for an unknown version; INVALID_ARGUMENT for a value that the survey does not show. */
export async function previewVersion(
  deps: Pick<Deps, 'surveyTemplates' | 'surveyVersions'>,
  call: CallContext,
  { path, values }: Preview,
): Promise<Previewed> {
  const { language } = await findTemplate(deps, call, path.templateId);
  const version = await getVersion(deps, call, path);
  const inputData = readValues(version, values);
  const sizes = Object.entries(inputData).map(([name, value]) => [name, Buffer.byteLength(value)] as const);
  if (countFilledBytes(version, new Map(sizes)) > maxFilledBytes) {
    throw exceedsLimit('values', maxFilledBytes, 'The survey with these values is too large.');
  }
  const survey = fillSurvey(version, language, new Map(Object.entries(inputData)));
  return { path, survey, inputData };
}

function readValues(version: SurveyContent, values: Preview['values']): Readonly<Record<string, string>> {
  const names = new Set(listShownLists(version));
  const entries = Object.entries(values).map(([name, value]): [string, string] => {
    const field = `values.${name}`;
    if (!names.has(name)) throw invalidField(field, 'The survey shows no value of a list with this name.');
    if (typeof value !== 'string') throw invalidField(field, 'The value of a list is a text.');
    if (value.length > maxLength || value.includes('\0')) {
      throw invalidField(field, 'The value of a list has at most 10,000 characters, without U+0000.');
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}
