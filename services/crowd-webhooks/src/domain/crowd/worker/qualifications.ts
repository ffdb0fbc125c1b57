import { estimateAccuracy } from '../statistics/bayes.ts';
import type { Job, QualificationOperator } from '../job/job.ts';
import type { Worker } from './worker.ts';

/** Keys that the platform measures. An organization cannot set them. */
export const measuredKeys: ReadonlySet<string> = new Set([
  ...['language', 'country', 'quality', 'completedTasks', 'deviceType'],
]);

/** Returns true for a key that an organization can set. */
export function isOwnKey(key: string): boolean {
  return /^[a-z0-9_]{1,64}$/u.test(key) && !measuredKeys.has(key);
}

/** The facts of a worker that qualifications compare. */
export interface WorkerFacts {
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly deviceType?: string | undefined;
}

/** The part of a worker that qualifications compare. */
export type MeasuredWorker = Pick<
  Worker,
  'goldenCorrect' | 'goldenTotal' | 'completedTasks' | 'qualifications'
>;

/** Returns true if the worker meets all conditions of a job. */
export function isQualified(
  { requiredQualifications }: Pick<Job, 'requiredQualifications'>,
  worker: MeasuredWorker,
  facts: WorkerFacts = {},
): boolean {
  const known: Readonly<Record<string, unknown>> = {
    ...worker.qualifications,
    ...facts,
    quality: rateQuality(worker),
    completedTasks: worker.completedTasks,
  };
  return meetsAll(requiredQualifications, known);
}

/** Returns true if the device of a call meets the conditions of a job. A worker can change the device between claims. */
export function isDeviceAllowed(
  { requiredQualifications }: Pick<Job, 'requiredQualifications'>,
  deviceType: string | undefined,
): boolean {
  const conditions = requiredQualifications.filter(({ key }) => key === 'deviceType');
  return meetsAll(conditions, { deviceType });
}

function meetsAll(
  conditions: Job['requiredQualifications'],
  known: Readonly<Record<string, unknown>>,
): boolean {
  return conditions.every(({ key, operator, value }) => compare[operator](known[key], value));
}

/** Returns the accuracy of a worker, from 0 to 1, without regard to a number of options. */
export function rateQuality({
  goldenCorrect: correct,
  goldenTotal: total,
}: Pick<Worker, 'goldenCorrect' | 'goldenTotal'>): number {
  return estimateAccuracy({ correct, total }, Infinity);
}

const compare: Record<QualificationOperator, (known: unknown, required: unknown) => boolean> = {
  equals: (known, required) => known === required,
  not_equals: (known, required) => known !== required,
  at_least: (known, required) => isNumber(known) && isNumber(required) && known >= required,
  at_most: (known, required) => isNumber(known) && isNumber(required) && known <= required,
  one_of: (known, required) => Array.isArray(required) && required.includes(known),
};

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
