import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import { requirePerson } from '../worker/person.ts';
import type { Answer, AnswerStatus } from './answer.ts';

interface ListAnswers {
  readonly jobId: string;
  readonly status: AnswerStatus | undefined;
  readonly workerId: string | undefined;
  readonly submittedSince: Date | undefined;
  readonly page: Page;
}

/** Lists the answers to a job, newest first. NOT_FOUND for a job of another organization. */
export async function listAnswers(
  deps: Pick<Deps, 'jobs' | 'answers'>,
  call: CallContext,
  { page, ...filter }: ListAnswers,
): Promise<PageOf<Answer>> {
  await findOwnJob(deps, call, filter.jobId);
  return deps.answers.list(filter, page);
}

/** Lists the answers of the calling worker, newest first. */
export async function listOwnAnswers(
  { answers }: Pick<Deps, 'answers'>,
  call: CallContext,
  { jobId, page }: { readonly jobId: string | undefined; readonly page: Page },
): Promise<PageOf<Answer>> {
  return answers.listOfPerson(requirePerson(call), { jobId }, page);
}

/** The rewards of a worker in all organizations, in euro cents. */
export interface Rewards {
  readonly pendingCents: number;
  readonly earnedCents: number;
}

/** Reads the rewards of the calling worker. */
export async function readRewards(
  { answers, earnings, clock }: Pick<Deps, 'answers' | 'earnings' | 'clock'>,
  call: CallContext,
): Promise<Rewards> {
  const person = requirePerson(call);
  const { pending, earned } = await answers.sumRewards(person, clock.now());
  return { pendingCents: pending, earnedCents: earned + (await earnings.sum(person)) };
}
