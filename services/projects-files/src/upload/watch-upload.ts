import type { FastifyRequest } from 'fastify';
import type { DomainError } from '@assay/chassis/errors';
import { uploadAborted, uploadTooSlow } from '../domain/upload/upload-errors.ts';

export interface WatchOptions {
  /** The longest the whole upload may take. */
  readonly timeoutMs: number;
  /** The longest the client may send nothing. */
  readonly idleTimeoutMs: number;
  /** Aborted when the process no longer waits for uploads. */
  readonly stopping: AbortSignal;
}

export interface UploadWatch {
  /** Aborted with the error that ends the upload. */
  readonly signal: AbortSignal;
  /** Rejects when the signal aborts. */
  readonly ended: Promise<never>;
  stop(): void;
}

/** Ends an upload that is too slow, stands still, loses its client or outlives the process. */
export function watchUpload({ raw }: FastifyRequest, options: WatchOptions): UploadWatch {
  const { stopping, timeoutMs, idleTimeoutMs } = options;
  const controller = new AbortController();
  const end = (error: DomainError): void => {
    controller.abort(error);
  };
  const onClose = (): void => {
    if (!raw.complete) end(uploadAborted());
  };
  const onStopping = (): void => {
    end(stopping.reason as DomainError);
  };
  const deadline = setTimeout(() => {
    end(uploadTooSlow(`an upload may take ${timeoutMs / 1_000} s`));
  }, timeoutMs);
  const idle = watchIdle({ raw }, idleTimeoutMs, () => {
    end(uploadTooSlow(`nothing was received for ${idleTimeoutMs / 1_000} s`));
  });
  raw.once('close', onClose);
  stopping.addEventListener('abort', onStopping, { once: true });
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      reject(controller.signal.reason as DomainError);
    });
  });
  // It may happen before anybody waits for it.
  ended.catch(() => undefined);
  return {
    signal: controller.signal,
    ended,
    stop() {
      clearTimeout(deadline);
      clearInterval(idle);
      raw.off('close', onClose);
      stopping.removeEventListener('abort', onStopping);
    },
  };
}

/** The socket's count of bytes is looked at, since a listener on the body would take part in its flow. */
function watchIdle(
  { raw }: Pick<FastifyRequest, 'raw'>,
  timeoutMs: number,
  onIdle: () => void,
): NodeJS.Timeout {
  let seenBytes = -1;
  let quietChecks = 0;
  const checks = 4;
  return setInterval(() => {
    quietChecks = raw.complete || raw.socket.bytesRead !== seenBytes ? 0 : quietChecks + 1;
    seenBytes = raw.socket.bytesRead;
    if (quietChecks >= checks) onIdle();
  }, timeoutMs / checks);
}
