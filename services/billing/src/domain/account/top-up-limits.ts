/** The bounds of one top-up, in cents. */
export const minTopUpCents = 500;
export const maxTopUpCents = 1_000_000;
