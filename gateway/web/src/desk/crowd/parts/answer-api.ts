/** Calls of the API about the answers to a crowd job. All reject with ApiError. */

import type { Page } from '../../parts/api-types.ts';
import { requestJson } from '../../parts/request.ts';
import type { Answer, AnswerStatus, CrowdTask } from './crowd-types.ts';
import { jobPath } from './job-api.ts';

/** Names an answer in calls. */
type AnswerName = Pick<Answer, 'jobId' | 'id'>;

const answerPath = ({ jobId, id }: AnswerName): string => `${jobPath(jobId)}/answers/${id}`;

export async function listAnswers(
  jobId: string,
  status: AnswerStatus,
  cursor: string | null,
): Promise<Page<Answer>> {
  const query = new URLSearchParams({ status, limit: '50', ...(cursor === null ? {} : { cursor }) });
  return (await get(`${jobPath(jobId)}/answers?${query.toString()}`)) as Page<Answer>;
}

export async function readAnswer(name: AnswerName): Promise<Answer> {
  return (await get(answerPath(name))) as Answer;
}

export async function acceptAnswer(name: AnswerName, note: string): Promise<Answer> {
  const body = note === '' ? {} : { acceptanceNote: note };
  return (await post(`${answerPath(name)}/accept`, body)) as Answer;
}

export interface Rejection {
  readonly rejectionCategory: string;
  readonly rejectionReason: string;
}

export async function rejectAnswer(name: AnswerName, rejection: Rejection): Promise<Answer> {
  return (await post(`${answerPath(name)}/reject`, rejection)) as Answer;
}

export async function undoRejection(name: AnswerName, reason: string): Promise<Answer> {
  return (await post(`${answerPath(name)}/undo`, { reason })) as Answer;
}

interface AcceptedMany {
  readonly accepted: number;
  readonly skipped: readonly unknown[];
  readonly remaining: number | null;
}

/** Accepts up to 1,000 answers that wait for review. */
export async function acceptPending(jobId: string): Promise<AcceptedMany> {
  return (await post(`${jobPath(jobId)}/answers/bulk-accept`, { allPending: true })) as AcceptedMany;
}

const maxTasks = 200;

/** Resolves to the task of an answer; to undefined when the job does not list it. */
export async function findTask({ jobId, taskId, variantIndex }: Answer): Promise<CrowdTask | undefined> {
  const list = async (offset: number): Promise<Page<CrowdTask>> =>
    (await get(`${jobPath(jobId)}/tasks?limit=${maxTasks}&offset=${offset}`)) as Page<CrowdTask>;
  const isIts = ({ id }: CrowdTask): boolean => id === taskId;
  const { data, total } = await list(0);
  // The last task comes first.
  const place = Math.max(0, total - 1 - variantIndex);
  return data.find(isIts) ?? (await list(Math.max(0, place - maxTasks / 2))).data.find(isIts);
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body: unknown): Promise<unknown> {
  return requestJson({ method: 'POST', path, body });
}
