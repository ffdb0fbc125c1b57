import type { CrowdAnswer, CrowdJob } from '../../../shared/api/api-types.ts';
import type { Body } from '../../../shared/api/calls.ts';

export type JobStatus = CrowdJob['status'];
/** A question of a new survey. */
export type NewQuestion = Body<'createSurveyVersion'>['questions'][number];
export type AnswerStatus = CrowdAnswer['status'];
export type Rejection = Body<'rejectCrowdAnswer'>;
export type Extension = Body<'extendCrowdJob'>;
export type SurveyContent = Pick<Body<'createSurveyVersion'>, 'title' | 'questions'>;

type Settings =
  | 'projectId'
  | 'name'
  | 'title'
  | 'description'
  | 'surveyTemplateVersionId'
  | 'fileIds'
  | 'maxRepetitionsPerVariant'
  | 'rewardCents'
  | 'estimatedMinutes'
  | 'claimTtlMinutes'
  | 'validUntil'
  | 'audience'
  | 'guestsAllowed';

/** The settings of a new job that the desk always sends. */
export type JobOrder = {
  readonly [Name in Settings]-?: NonNullable<Body<'createCrowdJob'>[Name]>;
};
