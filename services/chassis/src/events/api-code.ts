import { NatsError } from 'nats';

/** The JetStream API's own error code (`err_code`), which is stable where messages are not. */
export function apiCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** There is no message of this number or later. */
export const noMessageFound = 10_037;

/** For `catch`: errors with one of these codes become undefined, all others go on. */
export function unless(...codes: readonly number[]) {
  return (error: unknown): undefined => {
    if (!codes.includes(apiCode(error) ?? 0)) throw error;
  };
}
