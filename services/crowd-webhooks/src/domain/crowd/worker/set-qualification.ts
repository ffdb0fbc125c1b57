import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import type { Answer } from '../answer/answer.ts';
import type { Job } from '../job/job.ts';
import { findWorker } from './find-worker.ts';
import { isOwnKey, measuredKeys } from './qualifications.ts';

interface QualificationPath {
  readonly workerId: string;
  readonly key: string;
}

/** A qualification as it was set. */
export interface SetQualification extends QualificationPath {
  readonly value: unknown;
  readonly updatedAt: Date;
}

const maxQualifications = 100;
const maxTextLength = 1_000;

type QualificationDeps = Pick<Deps, 'workers' | 'clock'>;

/**
 * Sets a qualification of a worker. INVALID_ARGUMENT for a key that the platform measures, and for a value that is no number, text, true or
 * false; FAILED_PRECONDITION with reason QUALIFICATION_LIMIT; NOT_FOUND as in `findWorker`.
 */
export async function setQualification(
  deps: QualificationDeps,
  call: CallContext,
  { workerId, key, value }: QualificationPath & { readonly value: unknown },
): Promise<SetQualification> {
  checkKey(key);
  if (!isValue(value)) {
    throw invalidField(
      'value',
      '`value` must be a number, true, false, or a text of at most 1,000 characters.',
    );
  }
  const { organizationId, qualifications } = await findWorker(deps, call, workerId);
  if (Object.keys(qualifications).length >= maxQualifications && !Object.hasOwn(qualifications, key)) {
    const message = 'The worker has 100 qualifications. Remove one first.';
    throw new DomainError('FAILED_PRECONDITION', 'QUALIFICATION_LIMIT', message, {
      details: { limit: maxQualifications },
    });
  }
  const now = deps.clock.now();
  await deps.workers.setQualification(organizationId, workerId, { key, value }, { call, now });
  return { workerId, key, value, updatedAt: now };
}

/** Removes a qualification of a worker. A repeated call changes nothing. Errors as in `setQualification`. */
export async function removeQualification(
  deps: QualificationDeps,
  call: CallContext,
  { workerId, key }: QualificationPath,
): Promise<void> {
  checkKey(key);
  const { organizationId, qualifications } = await findWorker(deps, call, workerId);
  if (!Object.hasOwn(qualifications, key)) return;
  const change = { key, value: undefined };
  await deps.workers.setQualification(organizationId, workerId, change, { call, now: deps.clock.now() });
}

/** Stores the share of right golden answers of the worker as the qualification that a test grants. */
export async function grantQualification(
  { workers, answers }: Pick<Deps, 'workers' | 'answers'>,
  { category, grantsQualification: key }: Job,
  { organizationId, jobId, workerId }: Pick<Answer, 'organizationId' | 'jobId' | 'workerId'>,
): Promise<void> {
  if (category !== 'qualification_test' || key === undefined) return;
  const { total, correct } = await answers.sumGolden(jobId, workerId);
  if (total > 0) await workers.setQualification(organizationId, workerId, { key, value: correct / total });
}

function checkKey(key: string): void {
  if (measuredKeys.has(key))
    throw invalidField('key', `The platform measures \`${key}\`. Choose another key.`);
  if (isOwnKey(key)) return;
  throw invalidField('key', '`key` must have 1 to 64 lowercase letters, digits and underscores.');
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= maxTextLength;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
