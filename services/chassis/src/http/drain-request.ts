import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { noteChunk } from './collect-chunks.ts';

const drainMs = 5_000;

/**
 * Reads and drops the rest of a request for five seconds. A connection that is closed while the client still sends is reset, and the
 * client may not receive the answer.
 */
export function drainRequest(message: IncomingMessage): void {
  if (message.complete) return;
  const { socket } = message;
  message.unpipe();
  message.on('data', (chunk: Buffer) => {
    noteChunk(chunk.byteLength);
  });
  message.resume();
  // Node closes the message once it is answered, even if its body has not arrived. Only the connection reports the end.
  const cut = setTimeout(() => {
    stop();
    if (!message.complete) socket.destroy();
  }, drainMs);
  // The connection outlives the request and would keep a listener for each of its requests.
  const stop = (): void => {
    clearTimeout(cut);
    message.off('end', stop);
    socket.off('close', stop);
  };
  message.once('end', stop);
  socket.once('close', stop);
}

/** Reads and drops data of a connection for five seconds, after a request that could not be parsed. */
export function drainSocket(socket: Socket): void {
  socket.resume();
  const cut = setTimeout(() => {
    socket.destroy();
  }, drainMs);
  socket.once('close', () => {
    clearTimeout(cut);
  });
}
