import type { OutgoingCall } from '@assay/chassis/call-context';

/** A part of a long answer. */
interface Part {
  /** The name of the next part. Undefined for the last one. */
  readonly nextPart?: string | undefined;
}

/** Yields a part and all parts after it. A part is read when the one before it was taken. */
export async function* readParts<P extends Part>(
  first: P,
  read: (part: string) => Promise<P>,
): AsyncGenerator<P> {
  for (let part = first; ; part = await read(part.nextPart)) {
    yield part;
    if (part.nextPart === undefined) return;
  }
}

/** The deadline of the request holds for each part, not for the whole stream. */
export function withoutDeadline({ deadline: _deadline, ...call }: OutgoingCall): OutgoingCall {
  return call;
}
