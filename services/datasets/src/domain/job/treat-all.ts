import { createSemaphore } from '@assay/chassis/process/semaphore';

interface TreatOptions {
  /** The number of values that are treated at the same time. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/**
 * Treats all values. When one fails, the others are aborted, and the call rejects with the first failure after the last of them has ended:
 * a file that goes on would be stored after its job has ended.
 */
export async function treatAll<T, Result>(
  values: readonly T[],
  { atOnce, signal }: TreatOptions,
  treat: (value: T, signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  const slots = createSemaphore(atOnce);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const treatOne = async (value: T): Promise<Result> => {
    either.throwIfAborted();
    try {
      return await treat(value, either);
    } catch (error) {
      // The first reason stays.
      failed.abort(error);
      throw error;
    }
  };
  const treated = values.map((value) => slots.run(() => treatOne(value)));
  await Promise.allSettled(treated);
  failed.signal.throwIfAborted();
  return Promise.all(treated);
}
