/** A file whose content cannot be read. `reason` is written for the person who uploaded it and names no path. */
export class UndecodableError extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UndecodableError';
    this.reason = reason;
  }
}

/** Wraps what a decoder threw: its first line, without paths, becomes the reason. */
export function undecodable(cause: unknown): UndecodableError {
  if (cause instanceof UndecodableError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const firstLine = message.split('\n', 1)[0] ?? '';
  const withoutPaths = firstLine.replace(/(?:file:\/\/)?(?:\/[^\s/:'"]+){2,}/g, '').trim();
  const detail = withoutPaths.slice(0, 200) || 'unknown format error';
  return new UndecodableError(`the file could not be decoded: ${detail}`, { cause });
}
