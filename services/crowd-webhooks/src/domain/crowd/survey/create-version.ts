import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import { checkSurvey } from './check-survey.ts';
import { findTemplate } from './get-template.ts';
import type { SurveyContent, SurveyVersion } from './survey.ts';

export interface NewVersion {
  readonly templateId: string;
  readonly content: SurveyContent;
}

/**
 * Adds a version to a template, under the next number. INVALID_ARGUMENT for questions that contradict themselves or each other;
 * NOT_FOUND for an unknown template. A repeated call with the same idempotency key returns the first version.
 */
export async function createVersion(
  deps: Pick<Deps, 'surveyTemplates' | 'surveyVersions' | 'clock'>,
  call: CallContext,
  { templateId, content }: NewVersion,
): Promise<SurveyVersion> {
  checkSurvey(content);
  const { organizationId } = await findTemplate(deps, call, templateId);
  return deps.surveyVersions.insert({
    ...content,
    id: newIdFor(call),
    organizationId,
    templateId,
    publishedAt: deps.clock.now(),
  });
}
