import type { Rest } from '@assay/test-kit/rest';

/** The body of a survey without placeholders. */
const survey = {
  title: 'Contract',
  questions: [{ key: 'changed', type: 'boolean', label: 'Was it changed?', required: true }],
};

/** The answers to this survey. */
export const answers = [{ questionKey: 'changed', value: true }];

/** The names by which a job is created. */
export interface JobPlace {
  readonly projectId: string;
  readonly crowdSurveyId: string;
}

/** Creates the survey of jobs, and returns the id of its version. */
export async function createCrowdSurvey(rest: Rest): Promise<string> {
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Jobs', language: 'en' });
  const { body } = await rest.post(`/v2/survey-templates/${template.id as string}/versions`, survey);
  return body.id;
}

/** The body of a job with one variant, which costs nothing. */
export function newCrowdJob({ projectId, crowdSurveyId: surveyTemplateVersionId }: JobPlace) {
  const texts = { name: 'Contract', title: 'Contract', description: 'Look at it.' };
  return { projectId, ...texts, surveyTemplateVersionId, maxRepetitionsPerVariant: 10 };
}

export async function createCrowdJob(rest: Rest, place: JobPlace): Promise<string> {
  return (await rest.post('/v2/crowd-jobs', newCrowdJob(place))).body.id;
}

/** Creates a job and claims its task. */
export async function createClaim(rest: Rest, place: JobPlace) {
  const jobId = await createCrowdJob(rest, place);
  const { body } = await rest.post(`/v2/crowd-jobs/${jobId}/claims`);
  return { jobId, claimId: body.claimId as string };
}

/** Rejects an answer. */
export async function rejectAnswer(
  rest: Rest,
  { jobId, answerId }: Readonly<Record<'jobId' | 'answerId', string>>,
) {
  const rejectionReason = 'The answer does not describe the photograph.';
  const rejection = { rejectionCategory: 'other', rejectionReason };
  await rest.post(`/v2/crowd-jobs/${jobId}/answers/${answerId}/reject`, rejection);
}

/** Creates a job with an answer that waits for review. */
export async function createAnswer(rest: Rest, place: JobPlace) {
  const { jobId, claimId } = await createClaim(rest, place);
  const { body } = await rest.post(`/v2/claims/${claimId}/answers`, { answers });
  return { jobId, answerId: body.id as string };
}
