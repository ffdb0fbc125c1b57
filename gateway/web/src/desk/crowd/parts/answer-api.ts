/** Calls of the API about the answers to a crowd job. All reject with ApiError. */

import type { CrowdAnswer, CrowdTask } from '../../../shared/api/api-types.ts';
import { api } from '../../parts/api.ts';

/** Names an answer in calls. */
export const identifyAnswer = ({ jobId, id }: Pick<CrowdAnswer, 'jobId' | 'id'>) => ({ jobId, answerId: id });

const maxTasks = 200;

/** Resolves to the task of an answer; to undefined when the job does not list it. */
export async function findTask({ jobId, taskId, variantIndex }: CrowdAnswer): Promise<CrowdTask | undefined> {
  const list = (offset: number) => api.listCrowdTasks({ jobId, limit: maxTasks, offset });
  const isIts = ({ id }: CrowdTask): boolean => id === taskId;
  const { data, total } = await list(0);
  // The last task comes first.
  const place = Math.max(0, total - 1 - variantIndex);
  return data.find(isIts) ?? (await list(Math.max(0, place - maxTasks / 2))).data.find(isIts);
}
