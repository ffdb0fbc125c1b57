const mebibyte = 2 ** 20;

/** Sizes are int32 in the contract. */
export const maxFileBytes = 2 ** 31 - 1;

/** The maximum size of an upload, by kind: settings of projects-files, which enforces them, and of the gateway, which publishes them. */
export const uploadLimits = {
  image: {
    variable: 'UPLOAD_MAX_IMAGE_BYTES',
    about: 'The maximum size of an image, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 50 * mebibyte,
  },
  audio: {
    variable: 'UPLOAD_MAX_AUDIO_BYTES',
    about: 'The maximum size of an audio file, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 200 * mebibyte,
  },
  video: {
    variable: 'UPLOAD_MAX_VIDEO_BYTES',
    about: 'The maximum size of a video, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: maxFileBytes,
  },
  document: {
    variable: 'UPLOAD_MAX_DOCUMENT_BYTES',
    about: 'The maximum size of a document or text, in bytes.',
    min: 1,
    max: maxFileBytes,
    fallback: 100 * mebibyte,
  },
  csv: {
    variable: 'UPLOAD_MAX_CSV_BYTES',
    about:
      'The maximum size of a CSV file of input data, in bytes. The file is kept in memory, and its values must fit into one MongoDB document.',
    min: 1,
    max: 64 * mebibyte,
    fallback: 10 * mebibyte,
  },
} as const;

/** The maximum sizes of datasets: projects-files and datasets enforce them, the gateway publishes them. */
export const datasetLimits = {
  filesPerUpload: 100,
  bytesPerUpload: 2 ** 31,
  filesPerVersion: 100_000,
} as const;

/**
 * The maximum processor time for cleaning one file, in seconds: the first value, and the others times the size of the file. The service
 * datasets enforces them, the gateway publishes them.
 */
export const cleaningLimits = {
  cpuSecondsPerFile: 30,
  cpuSecondsPerMegabyte: 0.1,
  cpuSecondsPerImageMegapixel: 0.5,
  cpuSecondsPerVideoMegapixel: 0.05,
  cpuSecondsPerMillionSamples: 2,
  cpuSecondsPerMillionCharacters: 10,
} as const;

const minuteMs = 60_000;

/** Used by the upload listener and by the gateway in front of it. */
export const uploadTimeout = {
  variable: 'UPLOAD_TIMEOUT_MS',
  about:
    'The maximum duration of a whole upload, in milliseconds. It must be below the hour after which incomplete uploads are removed.',
  min: 1_000,
  max: 55 * minuteMs,
  fallback: 50 * minuteMs,
} as const;
