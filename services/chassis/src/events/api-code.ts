import { NatsError } from 'nats';

/** Returns the error code of the JetStream API (`err_code`). Codes are stable, messages are not. */
export function apiCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** The stream has no message with this sequence or a later one. */
export const noMessageFound = 10_037;

/** Builds a `catch` handler that turns errors with one of these codes into undefined and rethrows all others. */
export function unless(...codes: readonly number[]) {
  return (error: unknown): undefined => {
    if (!codes.includes(apiCode(error) ?? 0)) throw error;
  };
}
