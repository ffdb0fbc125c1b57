import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import type { Job } from '../job/job.ts';
import type { Answer, AnswerStatus } from './answer.ts';

export interface AnswerPath {
  readonly jobId: string;
  readonly answerId: string;
}

/** Finds an answer to a job of the caller's organization, with the job. NOT_FOUND otherwise. */
export async function findAnswer(
  deps: Pick<Deps, 'jobs' | 'answers'>,
  call: Pick<CallContext, 'organizationId'>,
  { jobId, answerId }: AnswerPath,
): Promise<{ readonly job: Job; readonly answer: Answer }> {
  const job = await findOwnJob(deps, call, jobId);
  const answer = await deps.answers.findInJob(jobId, answerId);
  if (answer === undefined) throw notFound('answer');
  return { job, answer };
}

/** FAILED_PRECONDITION: the state of the answer does not allow the change. */
export function wrongAnswerState(
  { status }: Pick<Answer, 'status'>,
  allowed: readonly AnswerStatus[],
): DomainError {
  const message = `The answer is ${status.replace('_', ' ')}, which does not allow this.`;
  return new DomainError('FAILED_PRECONDITION', 'ANSWER_STATE', message, {
    details: { state: status, allowed },
  });
}
