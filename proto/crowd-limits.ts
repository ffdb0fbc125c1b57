const mebibyte = 2 ** 20;

/** The limits of a crowd job: crowd-webhooks enforces them, and the gateway publishes them. */
export const jobLimits = {
  slotsPerJob: 100_000,
  /** With those of extensions. The answers to a variant are in one document. */
  repetitionsPerVariant: 1_000,
  /** The sum over all variants of the UTF-8 bytes of their list names and values. */
  inputDataBytesPerJob: 64 * mebibyte,
} as const;

/** The kinds of devices that the gateway recognizes, and that a job can require. */
export const deviceTypes = ['mobile', 'tablet', 'desktop'] as const;
