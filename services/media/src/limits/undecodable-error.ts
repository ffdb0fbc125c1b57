/** A file whose content cannot be read. `reason` is written for the person who uploaded it and names no path. */
export class UndecodableError extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UndecodableError';
    this.reason = reason;
  }
}

/** A file that may well be whole, but has more pixels than are decoded at once. */
export class OversizedError extends UndecodableError {}

/** Wraps what a decoder threw: its first line, without paths and library names, becomes the reason. */
export function undecodable(cause: unknown): UndecodableError {
  if (cause instanceof UndecodableError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new UndecodableError(`the file could not be decoded: ${detailOf(message)}`, { cause });
}

const noise = [
  // eslint-disable-next-line regexp/no-super-linear-move -- The text is one line of a decoder.
  /(?:file:\/\/)?(?:\/[^\s/:'"]+){2,}/g,
  /Input file has corrupt header/g,
  /\b(?:Vips\w+|vips\w+|\w+load):/g,
];

function detailOf(message: string): string {
  const [firstLine = ''] = message.split('\n', 1);
  const plain = noise.reduce((text, pattern) => text.replace(pattern, ''), firstLine);
  const detail = plain
    .replace(/^[:\s]+/, '')
    .trim()
    .slice(0, 200);
  return detail === '' || detail === 'Unknown error' ? 'its data is corrupt' : detail;
}
