import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Worker } from './worker.ts';

/** A worker with the numbers of its answers. */
export interface CountedWorker {
  readonly worker: Worker;
  readonly answers: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Finds a worker of the caller's organization by its pseudonym. NOT_FOUND otherwise. */
export async function findWorker(
  { workers }: Pick<Deps, 'workers'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  workerId: string,
): Promise<Worker> {
  const worker = await workers.find(organizationId, workerId);
  if (worker === undefined) throw notFound('worker');
  return worker;
}

/** Reads a worker with the numbers of its answers. NOT_FOUND as in `findWorker`. */
export async function getWorker(
  deps: Pick<Deps, 'workers' | 'answers'>,
  call: Pick<CallContext, 'organizationId'>,
  workerId: string,
): Promise<CountedWorker> {
  const worker = await findWorker(deps, call, workerId);
  return { worker, ...(await deps.answers.countOfWorker(worker.organizationId, workerId)) };
}
