import { setTimeout as pause } from 'node:timers/promises';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';

/** What became of a file that was sent through the public API. */
export interface Sent {
  readonly name: string;
  readonly ended: 'completed' | 'failed' | 'refused' | 'never';
  /** Why it is not `completed`. */
  readonly reason: string;
  /** The file as it was last answered; of a refused one the error. */
  readonly body: RestAnswer['body'];
  /** From the answer to the upload until it ended. */
  readonly milliseconds: number;
}

interface Content {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}

const patienceMs = 120_000;

/** Uploads a file and asks for it until it has been read, every 50 ms unless said otherwise. */
export async function send(rest: Rest, projectId: string, content: Content, everyMs = 50): Promise<Sent> {
  const { name } = content;
  const { status, body } = await rest.upload(projectId, content);
  const started = performance.now();
  if (status !== 201) {
    const reason = `${status.toString()} ${String(body.error?.code)}`;
    return { name, ended: 'refused', reason, body, milliseconds: 0 };
  }
  for (;;) {
    const { body: file } = await rest.get(`/v2/files/${String(body.id)}`);
    const milliseconds = performance.now() - started;
    const { enrichmentStatus, enrichmentError = '' } = file;
    if (enrichmentStatus === 'completed' || enrichmentStatus === 'failed')
      return { name, ended: enrichmentStatus, reason: enrichmentError, body: file, milliseconds };
    if (milliseconds > patienceMs)
      return { name, ended: 'never', reason: enrichmentStatus, body: file, milliseconds };
    await pause(everyMs);
  }
}

/** As many at a time as there are lanes, in order. */
export async function sendAll<T>(
  contents: readonly T[],
  lanes: number,
  sendOne: (content: T) => Promise<Sent>,
): Promise<readonly Sent[]> {
  const left = contents.values();
  const lane = async (): Promise<readonly Sent[]> => {
    const sent: Sent[] = [];
    for (const content of left) sent.push(await sendOne(content));
    return sent;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat();
}

/** The refusals that the description of uploads names. */
const documentedRefusals = [
  '400 VALIDATION_ERROR',
  '413 PAYLOAD_TOO_LARGE',
  '415 UNSUPPORTED_MEDIA_TYPE',
  '422 UNPROCESSABLE_ENTITY',
];

/** What is wrong with how a file ended, whatever it holds; undefined where nothing is. */
export function unlawfulEnd({ ended, reason, body }: Sent): string | undefined {
  switch (ended) {
    case 'never':
      return `is still ${reason}`;
    case 'refused':
      return documentedRefusals.includes(reason) ? undefined : `was refused with ${reason}`;
    case 'failed':
      if (reason === '') return 'failed without a reason';
      return /internal error|tries|stalled/u.test(reason) ? `failed by our fault: ${reason}` : undefined;
    case 'completed':
      return body.enrichment.detectedMimeType === body.mimeType
        ? undefined
        : 'is of another type than was read';
  }
}

/** How many ended in which way, and why those that failed did. */
export function summaryOf(sent: readonly Sent[]): string {
  const counts = Object.entries(Object.groupBy(sent, ({ ended }) => ended));
  const slowest = sent.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const shown = counts.map(([ended, group]) => `${ended} ${group.length.toString()}`).join(', ');
  return `${shown}; slowest ${String(slowest?.milliseconds.toFixed(0))} ms (${String(slowest?.name)})`;
}
