import { DomainError } from '../errors.ts';

export function cancelled(): DomainError {
  return new DomainError('CANCELLED', 'CANCELLED', 'The call was cancelled.');
}

export function deadlineExceeded(): DomainError {
  return new DomainError('DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED', 'The deadline has passed.');
}

/** The error returned to calls whose connection was lost or cannot be opened. */
export function unreachable(cause: Error): DomainError {
  return new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'The service cannot be reached.', { cause });
}

export function tooLarge(message: string): DomainError {
  return new DomainError('RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED', message);
}

export function answerTooLarge(): DomainError {
  return tooLarge('The answer is larger than 16 MiB.');
}
