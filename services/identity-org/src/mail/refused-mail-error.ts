/** The mail server said that it takes this mail neither now nor later. */
export class RefusedMailError extends Error {
  override readonly name = 'RefusedMailError';
}
