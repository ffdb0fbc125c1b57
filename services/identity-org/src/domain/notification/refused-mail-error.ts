/** The mail server accepts this mail neither now nor later. */
export class RefusedMailError extends Error {
  override readonly name = 'RefusedMailError';
}
