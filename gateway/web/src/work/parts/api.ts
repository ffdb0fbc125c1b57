import { requestJson } from './request.ts';
import type {
  Balance,
  Claim,
  OwnAnswer,
  Page,
  Submission,
  Survey,
  WorkerJob,
  WorkerJobDetails,
} from './types.ts';

/** The operations that the page calls. All reject with ApiError. The casts name the contract of each answer. */

/** The number of jobs in a page that is not the last one. */
export const pageSize = 50;

export async function listJobs(offset = 0): Promise<Page<WorkerJob>> {
  return (await get(`/v2/worker/jobs?limit=${pageSize}&offset=${offset}`)) as Page<WorkerJob>;
}

export async function readJob(jobId: string): Promise<WorkerJobDetails> {
  return (await get(`/v2/worker/jobs/${encodeURIComponent(jobId)}`)) as WorkerJobDetails;
}

export async function readBalance(): Promise<Balance> {
  return (await get('/v2/worker/balance')) as Balance;
}

/** @param cursor undefined for the first page */
export async function listAnswers(filter: {
  readonly jobId?: string | undefined;
  readonly cursor?: string | undefined;
}): Promise<Page<OwnAnswer>> {
  const query = new URLSearchParams({ limit: '20' });
  if (filter.jobId !== undefined) query.set('jobId', filter.jobId);
  query.set('cursor', filter.cursor ?? '');
  return (await get(`/v2/worker/answers?${query.toString()}`)) as Page<OwnAnswer>;
}

/** Checks the credential. The answer says nothing that the page needs. */
export async function readUser(): Promise<void> {
  await get('/v2/users/me');
}

/** @param guestName the name of a person who becomes a guest */
export async function claimTask(jobId: string, guestName?: string): Promise<Claim> {
  const body = guestName === undefined || guestName === '' ? undefined : { guestName };
  return (await post(`/v2/crowd-jobs/${encodeURIComponent(jobId)}/claims`, body)) as Claim;
}

export async function extendClaim(claimId: string): Promise<Claim> {
  return (await post(`/v2/claims/${claimId}/extend`)) as Claim;
}

export async function returnClaim(claimId: string): Promise<void> {
  await requestJson({ method: 'DELETE', path: `/v2/claims/${claimId}` });
}

/** A repeated call resolves to the first answer. */
export async function submitAnswer(claimId: string, submission: Submission): Promise<OwnAnswer> {
  return (await post(`/v2/claims/${claimId}/answers`, submission)) as OwnAnswer;
}

export async function appeal(answerId: string, message: string): Promise<void> {
  await post(`/v2/answers/${answerId}/appeal`, { message });
}

/** Reads a version of a survey as a worker gets it. @param values the values of its lists by their names */
export async function previewSurvey(
  { templateId, versionId }: { readonly templateId: string; readonly versionId: string },
  values: Readonly<Record<string, string>>,
): Promise<Survey> {
  const version = `${encodeURIComponent(templateId)}/versions/${encodeURIComponent(versionId)}`;
  const answer = await post(`/v2/survey-templates/${version}/preview`, { values });
  return (answer as { readonly survey: Survey }).survey;
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body?: unknown): Promise<unknown> {
  return requestJson({ method: 'POST', path, body });
}
