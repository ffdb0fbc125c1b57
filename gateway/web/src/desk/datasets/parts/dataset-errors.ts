import { createAttempts } from '../../parts/attempt.ts';
import { describeError, writeSentence } from '../../parts/error-texts.ts';
import { formatSize } from '../../parts/formats.ts';
import { ApiError } from '../../../shared/api-error.ts';

/** Returns a line about a failed call of this page: the reason, and the next step. */
export function describeDatasetError(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  const { status, code, message, details } = error;
  if (code === 'MODULE_NOT_ENABLED')
    return 'Datasets are not enabled for this organization. Ask the operator of the platform to enable them.';
  if ([413, 415, 422].includes(status) && typeof details['fileName'] === 'string')
    return `“${details['fileName']}” is refused: ${describeRefusal(error)}.`;
  if (status === 404) return 'It does not exist any more, or it belongs to another organization.';
  if ([400, 409, 422].includes(status) && message !== '') return writeSentence(message);
  return describeError(error);
}

/** Returns the reason why the platform refused a file. */
export function describeRefusal({ status, message, details }: ApiError): string {
  const { detectedMimeType, maxBytes } = details;
  if (status === 415) {
    return typeof detectedMimeType === 'string'
      ? `its type ${detectedMimeType} does not fit this dataset`
      : 'its type is unknown or does not fit this dataset';
  }
  if (status === 413) {
    return typeof maxBytes === 'number' && maxBytes > 0
      ? `it is larger than ${formatSize(maxBytes)}`
      : 'it is too large';
  }
  return message.replace(/\.$/u, '');
}

export const { attempt, showProblem } = createAttempts(describeDatasetError);
