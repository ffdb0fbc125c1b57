/** Calls of the API about crowd jobs. All reject with ApiError. */

import type { Page } from '../../parts/api-types.ts';
import { requestJson } from '../../parts/request.ts';
import type { Appeal, Consensus, Estimate, Job, JobStats } from './crowd-types.ts';

/** The body of a new job. */
export interface JobOrder {
  readonly projectId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly surveyTemplateVersionId: string;
  readonly fileIds: readonly string[];
  readonly maxRepetitionsPerVariant: number;
  readonly rewardCents: number;
  readonly estimatedMinutes: number;
  readonly claimTtlMinutes: number;
  readonly validUntil: string;
  readonly audience: 'organization' | 'everyone';
  readonly guestsAllowed: boolean;
}

export const jobPath = (jobId: string): string => `/v2/crowd-jobs/${jobId}`;

export async function listJobs(
  projectId: string,
  { status, cursor }: { readonly status: string; readonly cursor: string },
): Promise<Page<Job>> {
  const conditions = Object.entries({ status, cursor }).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['projectId', projectId], ['limit', '20'], ...conditions]);
  return (await get(`/v2/crowd-jobs?${query.toString()}`)) as Page<Job>;
}

export async function readJob(jobId: string): Promise<Job> {
  return (await get(jobPath(jobId))) as Job;
}

export async function estimateJob(order: JobOrder): Promise<Estimate> {
  return (await post('/v2/crowd-jobs/estimate', order)) as Estimate;
}

/** A repetition with the same key creates one job. @param maxCostCents a job that can cost more is refused */
export async function createJob(order: JobOrder, maxCostCents: number, key: string): Promise<Job> {
  return (await post('/v2/crowd-jobs', { ...order, maxCostCents }, key)) as Job;
}

export async function pauseJob(jobId: string): Promise<Job> {
  return (await post(`${jobPath(jobId)}/pause`)) as Job;
}

export async function resumeJob(jobId: string): Promise<Job> {
  return (await post(`${jobPath(jobId)}/resume`)) as Job;
}

export interface Extension {
  readonly additionalRepetitions: number;
  readonly validUntil?: string;
}

/** A repetition with the same key extends the job once. */
export async function extendJob(jobId: string, extension: Extension, key: string): Promise<Job> {
  return (await post(`${jobPath(jobId)}/extend`, extension, key)) as Job;
}

export async function archiveJob(jobId: string, pendingAnswers: 'leave' | 'accept_all'): Promise<Job> {
  return (await post(`${jobPath(jobId)}/archive`, { pendingAnswers })) as Job;
}

export async function readStats(jobId: string): Promise<JobStats> {
  return (await get(`${jobPath(jobId)}/stats`)) as JobStats;
}

export async function listConsensus(jobId: string, method: string, cursor: string): Promise<Page<Consensus>> {
  const query = new URLSearchParams({ method, limit: '50', ...(cursor === '' ? {} : { cursor }) });
  return (await get(`${jobPath(jobId)}/consensus?${query.toString()}`)) as Page<Consensus>;
}

export async function liftRejectionLimit(jobId: string, reason: string): Promise<Job> {
  return (await post(`${jobPath(jobId)}/rejection-limit/lift`, { reason })) as Job;
}

export async function listOpenAppeals(jobId: string): Promise<readonly Appeal[]> {
  return ((await get(`${jobPath(jobId)}/appeals?status=open&limit=200`)) as Page<Appeal>).data;
}

export async function resolveAppeal(
  appealId: string,
  decision: 'upheld' | 'overturned',
  note: string,
): Promise<void> {
  await post(`/v2/appeals/${appealId}/resolve`, { decision, note });
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body?: unknown, key = ''): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers: key === '' ? {} : { 'idempotency-key': key } });
}
