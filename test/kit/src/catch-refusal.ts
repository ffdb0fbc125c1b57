import { DomainError } from '@assay/chassis/errors';

/** Returns everything that a client learns from a refused call. Rejects when the call succeeds. */
export async function catchRefusal(answer: Promise<unknown>) {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('the call was not refused', { cause: error });
  const { status, reason, message, details } = error;
  return { status, reason, message, details };
}
