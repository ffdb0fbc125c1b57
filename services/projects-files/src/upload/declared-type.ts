import type { IncomingMessage } from 'node:http';

/** More than every field an upload may have before its file. */
const maxKeptBytes = 2 ** 21;

/** The start of a body, kept until the header of its file part has been seen. */
export interface BodyStart {
  /** Whether the header of the part names its type; `true` when that header lies beyond what was kept. */
  declaresType(partName: string): boolean;
  /** Forgets what was kept. */
  release(): void;
}

/**
 * Listens to a body that is being piped elsewhere. The parser gives a part without Content-Type the type `text/plain`
 * (RFC 7578, section 4.4), which would then count as what the client claims of, say, a photograph.
 */
export function keepBodyStart(raw: IncomingMessage): BodyStart {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const keep = (chunk: Buffer): void => {
    kept.push(chunk);
    keptBytes += chunk.byteLength;
    if (keptBytes > maxKeptBytes) release();
  };
  const release = (): void => {
    raw.off('data', keep);
    kept = [];
  };
  raw.on('data', keep);
  return {
    release,
    declaresType(partName) {
      const start = Buffer.concat(kept).toString('latin1');
      const header = partHeaders(start, boundaryOf(raw)).find((lines) => isNamed(lines, partName));
      return header?.some((line) => /^content-type:/iu.test(line)) ?? true;
    },
  };
}

function boundaryOf({ headers }: IncomingMessage): string {
  const found = /boundary=(?:"([^"]+)"|([^;\s]+))/iu.exec(headers['content-type'] ?? '');
  return found?.[1] ?? found?.[2] ?? '';
}

/** The header lines of every part that begins in the text; a boundary cannot occur inside a part. */
function partHeaders(text: string, boundary: string): readonly (readonly string[])[] {
  return text
    .split(`--${boundary}\r\n`)
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.indexOf('\r\n\r\n'))).split('\r\n'));
}

function isNamed(lines: readonly string[], partName: string): boolean {
  const disposition = lines.find((line) => /^content-disposition:/iu.test(line)) ?? '';
  const name = /;\s*name=(?:"([^"]*)"|([^;\s]*))/iu.exec(disposition);
  return (name?.[1] ?? name?.[2]) === partName;
}
