/** Thrown by a handler for an event that can never be handled. The event becomes a dead letter at once. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
}
