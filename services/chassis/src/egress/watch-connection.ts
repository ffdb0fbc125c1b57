import type { Socket } from 'node:net';
import { createInterimFilter } from './interim-filter.ts';

/** Collects the errors of reused connections that were closed before a byte of the answer arrived. */
export interface StaleErrors {
  add(error: Error): unknown;
}

/**
 * Adapts the connection to servers as they are: interim answers are read over, and an error is added to `stale` when the connection had
 * answered an earlier request and was closed before the first byte of this answer. The server then probably closed an idle connection.
 * undici offers no hook between the socket and its parser, so the methods of the socket are replaced.
 */
export function watchConnection(socket: Socket, stale: StaleErrors): Socket {
  const filter = createInterimFilter();
  let hasAnswered = false;
  let isWaiting = false;
  replaceMethods(socket, {
    onWrite() {
      if (isWaiting) return;
      isWaiting = true;
      filter.beginRequest();
    },
    onRead(chunk) {
      isWaiting = false;
      hasAnswered = true;
      return filter.filter(chunk);
    },
  });
  const isStale = (): boolean => hasAnswered && isWaiting;
  // These listeners precede those of undici.
  socket.on('error', (error) => {
    if (isStale()) stale.add(error);
  });
  socket.on('end', () => {
    if (isStale()) socket.destroy(resetError());
  });
  return socket;
}

interface Hooks {
  readonly onWrite: () => void;
  /** Returns the bytes that the reader gets. */
  readonly onRead: (chunk: Buffer) => Buffer;
}

function replaceMethods(socket: Socket, { onWrite, onRead }: Hooks): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  Object.assign(socket, {
    read(size?: number) {
      for (;;) {
        const chunk = read(size);
        if (chunk === null) return null;
        const kept = onRead(chunk);
        if (kept.length > 0) return kept;
      }
    },
    write(...parameters: unknown[]) {
      onWrite();
      return write(...parameters);
    },
  });
}

/** Creates the error of a connection that the peer closed. */
export function resetError(): Error {
  return Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
}
