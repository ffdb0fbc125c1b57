import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import { acceptAnswer } from './accept-answer.ts';
import type { CompletionDeps } from './complete-submission.ts';

/** The answers to accept: those with these ids, or all that wait for review. */
export type AcceptMany = { readonly jobId: string } & (
  { readonly answerIds: readonly string[] } | { readonly allPending: true }
);

export interface AcceptedMany {
  readonly accepted: number;
  readonly skipped: readonly { readonly answerId: string; readonly code: 'NOT_FOUND' | 'INVALID_STATE' }[];
  /** Answers that still wait for review. Undefined unless all were to be accepted. */
  readonly remaining: number | undefined;
}

const maxAnswers = 1_000;
const concurrency = 10;

/** Accepts many answers. Those that cannot be accepted are skipped; those that were accepted before count as accepted. */
export async function acceptMany(
  deps: CompletionDeps,
  call: CallContext,
  input: AcceptMany,
): Promise<AcceptedMany> {
  const { jobId } = input;
  await findOwnJob(deps, call, jobId);
  const ids = 'answerIds' in input ? [...new Set(input.answerIds)] : await listPending(deps, jobId);
  const skipped: AcceptedMany['skipped'][number][] = [];
  for (let start = 0; start < ids.length; start += concurrency) {
    const batch = ids.slice(start, start + concurrency);
    const codes = await Promise.all(batch.map((answerId) => acceptOne(deps, call, { jobId, answerId })));
    batch.forEach((answerId, index) => {
      const code = codes[index];
      if (code !== undefined) skipped.push({ answerId, code });
    });
  }
  const left = 'answerIds' in input ? undefined : await countPending(deps, jobId);
  return { accepted: ids.length - skipped.length, skipped, remaining: left };
}

async function acceptOne(
  deps: CompletionDeps,
  call: CallContext,
  path: { readonly jobId: string; readonly answerId: string },
): Promise<'NOT_FOUND' | 'INVALID_STATE' | undefined> {
  try {
    await acceptAnswer(deps, call, { ...path, note: undefined });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.status === 'NOT_FOUND') return 'NOT_FOUND';
    if (error.reason === 'ANSWER_STATE') return 'INVALID_STATE';
    throw error;
  }
}

async function listPending({ answers }: Pick<Deps, 'answers'>, jobId: string): Promise<readonly string[]> {
  const page = { limit: maxAnswers, offset: 0 };
  const { items } = await answers.list({ jobId, status: 'pending_review' }, page);
  return items.map(({ id }) => id);
}

async function countPending({ answers }: Pick<Deps, 'answers'>, jobId: string): Promise<number> {
  const counts = await Promise.all(
    [false, true].map((isGolden) => answers.count({ jobId, status: 'pending_review', isGolden })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
