import { DomainError } from '@assay/chassis/errors';

/** Everything a client learns from a call that was refused. Rejects when the call was answered. */
export async function catchRefusal(answer: Promise<unknown>) {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('the call was not refused', { cause: error });
  const { status, reason, message, details } = error;
  return { status, reason, message, details };
}
