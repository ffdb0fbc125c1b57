import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@assay/chassis/errors';

/** Statuses of attempts whose effect is unknown, or that had none and can be repeated. */
const transient = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'ABORTED']);
const longestMs = 90_000;
const pauseMs = 150;

export interface Patient<T> {
  readonly result: { readonly value: T } | { readonly refusal: DomainError };
  readonly lostAttempts: number;
}

/** Repeats a call while processes are dead, as a patient client does. A refusal is a result. Rejects after 90 seconds, and for an internal error. */
export async function callPatiently<T>(call: () => Promise<T>): Promise<Patient<T>> {
  const deadline = performance.now() + longestMs;
  for (let lostAttempts = 0; ; lostAttempts += 1) {
    try {
      return { result: { value: await call() }, lostAttempts };
    } catch (error) {
      if (!(error instanceof DomainError) || error.status === 'INTERNAL') throw error;
      if (!transient.has(error.status)) return { result: { refusal: error }, lostAttempts };
      if (performance.now() > deadline) throw error;
      await pause(pauseMs);
    }
  }
}

/** The same for a call that must succeed. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  const { result } = await callPatiently(call);
  if ('refusal' in result) throw result.refusal;
  return result.value;
}
