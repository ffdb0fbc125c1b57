const mebibyte = 2 ** 20;

/** Sizes are int32 in the contract. */
export const maxFileBytes = 2 ** 31 - 1;

/** The most bytes of what is uploaded, by its kind: settings of projects-files, which enforces them, and of the gateway, which states them. */
export const uploadLimits = {
  image: {
    variable: 'UPLOAD_MAX_IMAGE_BYTES',
    about: 'The largest image that is taken, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 50 * mebibyte,
  },
  audio: {
    variable: 'UPLOAD_MAX_AUDIO_BYTES',
    about: 'The largest audio file that is taken, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 200 * mebibyte,
  },
  video: {
    variable: 'UPLOAD_MAX_VIDEO_BYTES',
    about: 'The largest video that is taken, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: maxFileBytes,
  },
  document: {
    variable: 'UPLOAD_MAX_DOCUMENT_BYTES',
    about: 'The largest document or text that is taken, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 100 * mebibyte,
  },
  csv: {
    variable: 'UPLOAD_MAX_CSV_BYTES',
    about:
      'The largest CSV file of input data that is taken, in bytes. It is held in memory, and what is read from it must fit into one document.',
    min: 1,
    max: 64 * mebibyte,
    fallback: 10 * mebibyte,
  },
} as const;

const minuteMs = 60_000;

/** Read alike by the listener for uploads and by the gateway before it. */
export const uploadTimeout = {
  variable: 'UPLOAD_TIMEOUT_MS',
  about:
    'The longest a whole upload may take, in milliseconds: less than the hour after which what it left is swept.',
  min: 1_000,
  max: 55 * minuteMs,
  fallback: 50 * minuteMs,
} as const;
