import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';

/** What the platform has acknowledged to this client, which it must therefore keep. */
export interface Journal {
  readonly files: { readonly id: string; readonly sha256: string }[];
  readonly runs: { readonly id: string; readonly projectId: string }[];
}

export interface Job {
  readonly rest: Rest;
  readonly projectId: string;
  readonly photograph: Buffer;
  readonly journal: Journal;
}

const patienceMs = 120_000;
const pollMs = 250;

/** Uploads one file, waits for its enrichment and starts a run, trying again as a patient client does. */
export async function uploadEnrichVerify(
  { rest, projectId, photograph, journal }: Job,
  tag: string,
): Promise<void> {
  const bytes = taggedJpeg(photograph, tag);
  const file = { name: `${tag}.jpg`, bytes, type: 'image/jpeg' };
  const { body: uploaded } = await insist(
    () => rest.upload(projectId, file),
    (answer) => answer.status === 201,
  );
  journal.files.push({ id: uploaded.id, sha256: createHash('sha256').update(bytes).digest('hex') });
  await insist(
    () => rest.get(`/v2/files/${uploaded.id as string}`),
    ({ status, body }) => status === 200 && ['completed', 'failed'].includes(body.enrichmentStatus),
  );
  const start = { pipelineSlug: 'image-authenticity', fileIds: [uploaded.id as string] };
  const { body: run } = await insist(
    () => rest.post(`/v2/projects/${projectId}/verification-runs`, start),
    (answer) => answer.status === 201,
  );
  journal.runs.push({ id: run.id, projectId });
}

/**
 * Asks until the answer is the one wanted, and waits in between as long as the answer says. Gives up after two minutes with
 * the last answer in the error.
 */
export async function insist(
  ask: () => Promise<RestAnswer>,
  isWanted: (answer: RestAnswer) => boolean,
): Promise<RestAnswer> {
  const deadline = Date.now() + patienceMs;
  let last: unknown;
  while (Date.now() < deadline) {
    const answer = await ask().catch((error: unknown) => {
      last = error;
    });
    if (answer !== undefined && isWanted(answer)) return answer;
    last = answer ?? last;
    await delay(Number(answer?.headers.get('retry-after') ?? 0) * 1_000 || pollMs);
  }
  throw new Error('the platform never gave the answer that was waited for', { cause: last });
}

/** The same picture with a comment in it (JPEG marker COM), so that every copy is a file of its own. */
function taggedJpeg(jpeg: Buffer, tag: string): Buffer {
  const comment = Buffer.from(tag, 'latin1');
  const marker = Buffer.from([0xff, 0xfe, 0, 0]);
  marker.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}
