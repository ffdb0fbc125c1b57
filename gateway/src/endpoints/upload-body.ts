import type { IncomingMessage } from 'node:http';
import { finished, Transform } from 'node:stream';
import { drainRequest } from '@assay/chassis/http/drain-request';
import { noteChunk } from '@assay/chassis/http/collect-chunks';
import { tooSlow } from '../guard/bodies/body-deadline.ts';

export interface Pace {
  readonly minBytesPerSecond: number;
  /** The pace is measured in intervals. Those in which the client had to wait for the gateway do not count. */
  readonly intervalMs: number;
}

/** Several chunks of a socket, so that reading does not pause after each one. */
const bufferedBytes = 256 * 1_024;

/**
 * Returns the body of an upload as a stream for the proxy. The proxy destroys its source when the response arrives; the source must
 * not be the connection of the client, which still needs the response. The stream fails with REQUEST_TIMEOUT when the body arrives
 * more slowly than the minimum pace.
 */
export function uploadBody(request: IncomingMessage, pace: Pace): Transform {
  const body = new Transform({
    highWaterMark: bufferedBytes,
    transform(chunk: Buffer, _encoding, done) {
      noteChunk(chunk.byteLength);
      done(null, chunk);
    },
  });
  // Without a listener, Node.js would throw the error. The proxy reports it.
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
