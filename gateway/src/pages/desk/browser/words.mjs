/** What the desk says. */

export const verdicts = {
  authentic: 'Authentic',
  manipulated: 'Manipulated',
  synthetic: 'Synthetic',
  inconclusive: 'Inconclusive',
  unverified: 'Unverified',
};

export const claimVerdicts = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  not_checkable: 'Not checkable',
};

export const stageStates = {
  pending: 'Waiting',
  running: 'Under way',
  awaiting_crowd: 'People are asked',
  completed: 'Done',
  failed: 'Failed',
  skipped: 'Not needed',
};

const readingSteps = {
  fetching: 'Fetching the file',
  reading: 'Reading the file',
  measuring: 'Measuring the recording',
  picturing: 'Making a small picture',
};

/** What is being done to read a file, for its `enrichmentProgress`. */
export const readingStep = (progress) => readingSteps[progress?.step] ?? 'Reading the file';

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
export const money = (cents) => euros.format(cents / 100);

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
export const time = (iso) => moment.format(new Date(iso));

export function size(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export const minutes = (count) => (count === 1 ? 'a minute' : `${count} minutes`);

/** What a run is about: its files, else what is claimed. */
export function nameOf({ files = [], contextDataSnapshot, pipelineSlug = 'Examination' }) {
  const [first, ...others] = files;
  if (others.length > 0) return `${first.name} and ${others.length} more`;
  if (first !== undefined) return first.name;
  const { claim_text: text, ...claims } = contextDataSnapshot ?? {};
  const said = text ?? Object.values(claims).slice(0, 3).join(', ');
  if (said === '') return pipelineSlug;
  return said.length > 90 ? `${said.slice(0, 90)}…` : said;
}

/** How a run stands, in a word or two. */
export function standing({ status, verdict, error }) {
  if (status === 'completed') return verdicts[verdict] ?? 'Completed';
  if (status === 'failed') return error === 'canceled' ? 'Canceled' : 'Failed';
  return { pending: 'Waiting', running: 'Under way', awaiting_crowd: 'People are asked' }[status] ?? status;
}

/** The class that gives a run its colour. */
export function toneOf({ status, verdict, error }) {
  return `tone-${verdict ?? (error === 'canceled' ? 'canceled' : status)}`;
}

/** One line that says what is wrong and what to do. */
export function sentenceFor(error) {
  const sentence = sentences[error.code] ?? sentences[error.status];
  if (sentence === undefined) return unexpected(error);
  return typeof sentence === 'string' ? sentence : sentence(error);
}

const kinds = 'Pictures, recordings, videos, PDF and Word documents can be examined.';

const sentences = {
  0: 'The platform cannot be reached. Check the connection and try again.',
  401: 'You are signed out, or the key does not hold. Sign in again, or use another key.',
  402: 'There is not enough credit for this run, or the key has reached its spending limit. Have an admin of the organization pay money in, then try again.',
  MODULE_NOT_ENABLED:
    'Verification is not enabled for this organization. Ask an admin of the platform to enable it.',
  403: 'Your role does not allow this. Ask an admin of the organization for the role “user”.',
  404: 'It is not there, or belongs to another organization. Choose the project again.',
  QUOTA_EXCEEDED: 'The storage of the organization is full. Delete files nobody needs, then try again.',
  INVALID_STATE: 'That is no longer possible: the run or the examination changed. Load the page again.',
  VALIDATION_ERROR: ({ message }) => `It was not accepted: ${message}. Change it and begin anew.`,
  413: ({ details }) =>
    details?.maxBytes > 0
      ? `The file is too large: at most ${size(details.maxBytes)}.`
      : 'The file is too large.',
  415: ({ details }) =>
    details?.detectedMimeType
      ? `Files of the type ${details.detectedMimeType} cannot be examined. ${kinds}`
      : `The type of this file is not known, or cannot be examined. ${kinds}`,
  422: ({ message }) => `It cannot be examined: ${message}.`,
  429: 'Too many requests. Wait a minute and try again.',
  503: 'A part of the platform does not answer right now. Try again in a moment.',
};

function unexpected({ message, requestId }) {
  const reason = message === '' ? 'That did not work' : `That did not work: ${message}`;
  return `${reason}. Try again${requestId === undefined ? '' : `, or report request ${requestId}`}.`;
}
