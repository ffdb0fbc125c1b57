/** Thrown by a handler when an event can never be handled, however often it is delivered: it becomes a dead letter. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
}
