import type { IncomingMessage } from 'node:http';
import { finished, Transform } from 'node:stream';
import { drainRequest } from '@assay/chassis/http/drain-request';
import { noteChunk } from '@assay/chassis/http/collect-chunks';
import { tooSlow } from '../guard/body-deadline.ts';

export interface Pace {
  readonly minBytesPerSecond: number;
  /** Each of these is judged by itself, except those in which the client had to wait for us. */
  readonly intervalMs: number;
}

/** So many chunks of a socket that reading need not stop after each. */
const bufferedBytes = 256 * 1_024;

/**
 * The body of an upload, to be passed on. The proxy gives up reading as soon as there is an answer, and destroys what it
 * read from; that must not be the client's connection, on which the answer is still to go out. A body that comes more slowly
 * than the lowest pace fails with REQUEST_TIMEOUT.
 */
export function uploadBody(request: IncomingMessage, pace: Pace): Transform {
  const body = new Transform({
    highWaterMark: bufferedBytes,
    transform(chunk: Buffer, _encoding, done) {
      noteChunk(chunk.byteLength);
      done(null, chunk);
    },
  });
  // Without a listener the error would be thrown; the proxy reports it where it matters.
  body.on('error', () => undefined);
  body.once('close', () => {
    drainRequest(request);
  });
  finished(request, { writable: false }, (error) => {
    if (error) body.destroy(error);
  });
  keepPace(request, body, pace);
  return request.pipe(body);
}

function keepPace(request: IncomingMessage, body: Transform, { minBytesPerSecond, intervalMs }: Pace): void {
  const { socket } = request;
  const least = (minBytesPerSecond * intervalMs) / 1_000;
  let before = socket.bytesRead;
  let hadToWait = false;
  body.on('drain', () => {
    hadToWait = true;
  });
  const judging = setInterval(() => {
    const isSlow = !request.complete && socket.bytesRead - before < least;
    if (isSlow && !hadToWait && !body.writableNeedDrain) body.destroy(tooSlow());
    before = socket.bytesRead;
    hadToWait = false;
  }, intervalMs).unref();
  const stop = (): void => {
    clearInterval(judging);
  };
  body.once('finish', stop).once('close', stop);
}
