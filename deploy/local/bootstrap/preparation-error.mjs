/** A problem that prevents every start; the message is one line that says what to do. */
export class PreparationError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
