import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const drainMs = 5_000;

/**
 * Goes on reading what nobody wants any more, for five seconds: a connection that is closed while the client still sends
 * is reset, and the client may never see the answer.
 */
export function drainRequest(message: IncomingMessage): void {
  if (message.complete) return;
  const { socket } = message;
  message.unpipe();
  message.resume();
  // The message counts as closed once it is answered, whether or not it was received: only the connection says more.
  const cut = setTimeout(() => {
    if (!message.complete) socket.destroy();
  }, drainMs);
  socket.once('close', () => {
    clearTimeout(cut);
  });
}

/** The same for a connection on which nothing more is understood. */
export function drainSocket(socket: Socket): void {
  socket.resume();
  const cut = setTimeout(() => {
    socket.destroy();
  }, drainMs);
  socket.once('close', () => {
    clearTimeout(cut);
  });
}
