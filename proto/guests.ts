/** The token of a guest of a crowd job: crowd-webhooks issues it, the gateway recognizes it. */
export const guestToken = {
  /** Lets the gateway and secret scanners recognize a token. */
  prefix: 'assay_guest_',
  /** The prefix, followed by 32 random bytes in base64url. */
  pattern: /^assay_guest_[\w-]{43}$/u,
} as const;

/** A setting of crowd-webhooks, which enforces the limit, and of the gateway, which publishes it. */
export const guestLimits = {
  perAddress: {
    variable: 'GUESTS_PER_ADDRESS',
    about: 'The maximum number of new guests of one crowd job per client address and hour.',
    min: 1,
    fallback: 20,
  },
} as const;
