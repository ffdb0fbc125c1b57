import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import type { AppealedAnswer } from '../answer/answer.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import type { AppealStatus } from '../answer/appeal.ts';

interface ListAppeals {
  readonly jobId: string;
  readonly status: AppealStatus | undefined;
  readonly page: Page;
}

/** Lists the appeals against rejections of a job, newest first. NOT_FOUND for a job of another organization. */
export async function listAppeals(
  deps: Pick<Deps, 'jobs' | 'answers'>,
  call: CallContext,
  { page, ...filter }: ListAppeals,
): Promise<PageOf<AppealedAnswer>> {
  await findOwnJob(deps, call, filter.jobId);
  return deps.answers.listAppeals(filter, page);
}
