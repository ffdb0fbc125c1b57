import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Rest } from '@assay/test-kit/rest';
import { videoBytes, videoSha256 } from './video-bytes.ts';

export interface Destination {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
}

const boundary = 'bench-boundary';
const opening = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="long.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
);
const closing = Buffer.from(`\r\n--${boundary}--\r\n`);

function* form(size: number): Generator<Buffer> {
  yield opening;
  yield* videoBytes(size);
  yield closing;
}

/** Uploads a video in one request, as browsers and curl do. */
export async function sendVideo({ baseUrl, apiKey, projectId }: Destination, size: number): Promise<void> {
  const headers = {
    'x-api-key': apiKey,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': opening.byteLength + size + closing.byteLength,
  };
  const sent = request(`${baseUrl}/v2/projects/${projectId}/files`, { method: 'POST', headers });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(form(size), { objectMode: false }), sent);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 201) throw new Error(`answered ${String(response.statusCode)}`);
}

/** Uploads a video in parts, two at a time; returns how long completing it took, in seconds. */
export async function sendVideoInParts(
  rest: Rest,
  { baseUrl, apiKey, projectId }: Destination,
  size: number,
): Promise<number> {
  const announced = { name: 'long.mp4', mimeType: 'video/mp4', size };
  const { body: upload } = await rest.post(`/v2/projects/${projectId}/uploads`, announced);
  const path = `/v2/projects/${projectId}/uploads/${String(upload.uploadId)}`;
  await sendParts({ url: `${baseUrl}${path}/parts`, apiKey, partSize: upload.partSize as number }, size);
  const sha256 = videoSha256(size);
  const startedAt = performance.now();
  const { status } = await rest.post(`${path}/complete`, { sha256 });
  if (status !== 201) throw new Error(`completing was answered ${status}`);
  return (performance.now() - startedAt) / 1_000;
}

export interface PartsDestination {
  /** Before the number of a part. */
  readonly url: string;
  readonly apiKey: string;
  readonly partSize: number;
}

/** Sends the parts of a video, two at a time. */
export async function sendParts({ url, apiKey, partSize }: PartsDestination, size: number): Promise<void> {
  const parts = partsOf(size, partSize);
  const send = async (): Promise<void> => {
    for (let next = parts.next(); next.done !== true; next = parts.next()) {
      const { partNumber, body } = next.value;
      const init = { method: 'PUT', headers: { 'x-api-key': apiKey }, body };
      const answer = await fetch(`${url}/${partNumber}`, init);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`part ${partNumber}: answered ${answer.status}`);
    }
  };
  await Promise.all([send(), send()]);
}

interface Part {
  readonly partNumber: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

function* partsOf(size: number, partSize: number): Generator<Part> {
  const bytes = videoBytes(size);
  let kept = new Uint8Array(0);
  const count = Math.ceil(size / partSize);
  for (let partNumber = 1; partNumber <= count; partNumber += 1) {
    const body = new Uint8Array(Math.min(partSize, size - (partNumber - 1) * partSize));
    let filled = 0;
    while (filled < body.byteLength) {
      if (kept.byteLength === 0) kept = new Uint8Array(bytes.next().value ?? []);
      const taken = kept.subarray(0, body.byteLength - filled);
      body.set(taken, filled);
      filled += taken.byteLength;
      kept = kept.subarray(taken.byteLength);
    }
    yield { partNumber, body };
  }
}
