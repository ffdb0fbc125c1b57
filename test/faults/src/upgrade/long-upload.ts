import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import { answerOf } from '../rolling-restart/rolling-restart-client.ts';
import { smallPicture } from '../small-picture.ts';

/** An upload that goes on until it is told to end. */
export interface LongUpload {
  /** Resolves to the file's id; rejects unless the file was stored as it was sent. */
  finish(): Promise<string>;
}

export interface LongUploadTarget {
  /** Of the gateway, or of one of them. */
  readonly baseUrl: string;
  readonly key: string;
  readonly projectId: string;
}

/** Faster than the slowest pace that gateways take. */
const chunkBytes = 8_192;
const chunkEachMs = 500;

/** Sends a picture that goes on and on behind its end, over a connection of its own. */
export function startLongUpload({ baseUrl, key, projectId }: LongUploadTarget): LongUpload {
  const boundary = newId();
  const hash = createHash('sha256');
  const finishing = new AbortController();
  const sent = request(`${baseUrl}/v2/projects/${projectId}/files`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': key, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = answerOf(sent);
  // Awaited when it is finished.
  answered.catch(() => undefined);
  const send = (bytes: Buffer): void => {
    hash.update(bytes);
    sent.write(bytes);
  };
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${newId()}.png"`,
    'content-type: image/png',
  ];
  sent.write([...head, '', ''].join('\r\n'));
  send(smallPicture());
  const sending = (async () => {
    while (!finishing.signal.aborted && !sent.destroyed) {
      send(randomBytes(chunkBytes));
      await pause(chunkEachMs, undefined, { signal: finishing.signal }).catch(() => undefined);
    }
    sent.end(`\r\n--${boundary}--\r\n`);
  })();
  return {
    async finish() {
      finishing.abort();
      await sending;
      const { status, text } = await answered;
      const { id, contentHash } = JSON.parse(text) as { id: string; contentHash: string };
      if (status !== 201 || contentHash !== hash.digest('hex')) throw new Error(`${String(status)} ${text}`);
      return id;
    },
  };
}
