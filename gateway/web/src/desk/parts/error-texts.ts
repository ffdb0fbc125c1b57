import { formatSize } from './formats.ts';
import { ApiError } from '../../shared/api-error.ts';

type Sentence = string | ((error: ApiError) => string);

const kinds = 'Images, audio, videos, PDF and Word documents can be analysed.';

const byCode: Readonly<Record<string, Sentence>> = {
  MODULE_NOT_ENABLED:
    'Verification is not enabled for this organization. Ask the operator of the platform to enable it.',
  QUOTA_EXCEEDED:
    'The storage of the organization is full. Delete files that are no longer needed, then try again.',
  INVALID_STATE: 'That is no longer possible, because the run has changed. Load the page again.',
  VALIDATION_ERROR: ({ message }) => `The request was refused: ${message}. Change it and try again.`,
};

const byStatus: Readonly<Record<number, Sentence>> = {
  0: 'The platform cannot be reached. Check the connection and try again.',
  401: 'You are signed out, or the key is not valid. Sign in again, or use another key.',
  402: 'The credit is too low for this run, or the key has reached its spending limit. Ask an admin of the organization to add credit, then try again.',
  403: 'Your role does not allow this. Ask an admin of the organization for the role “user”.',
  404: 'It does not exist, or it belongs to another organization. Choose the project again.',
  413: ({ details: { maxBytes } }) =>
    typeof maxBytes === 'number' && maxBytes > 0
      ? `The file is too large. The limit is ${formatSize(maxBytes)}.`
      : 'The file is too large.',
  415: ({ details: { detectedMimeType } }) =>
    typeof detectedMimeType === 'string'
      ? `Files of the type ${detectedMimeType} cannot be analysed. ${kinds}`
      : `The type of this file is unknown or cannot be analysed. ${kinds}`,
  422: ({ message }) => `The file cannot be analysed: ${writeSentence(message)}`,
  429: 'Too many requests. Wait a minute and try again.',
  503: 'A part of the platform is unavailable. Try again in a moment.',
};

/** Returns a line that says what happened and what to do next. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'That did not work. Load the page again.';
  const sentence = byCode[error.code] ?? byStatus[error.status];
  if (sentence !== undefined) return typeof sentence === 'string' ? sentence : sentence(error);
  const { message, requestId } = error;
  const reason = message === '' ? 'That did not work' : `That did not work: ${message}`;
  return `${reason}. Try again${requestId === undefined ? '' : `, or report request ${requestId}`}.`;
}

/** Returns a message of the API as a sentence. */
export function writeSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
