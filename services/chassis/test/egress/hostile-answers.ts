import type { Socket } from 'node:net';
import { kibibytes } from '../../src/units.ts';
import type { Answer } from './receivers.ts';

/** The head of an answer whose body follows in chunks. */
export const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** Answers that never end, by what the receiver does. */
export const slowAnswers: Readonly<Record<string, Answer>> = {
  'never answers': () => undefined,
  'drips its headers': (socket) => drip(socket, 'x-a: b\r\n', 'HTTP/1.1 200 OK\r\n'),
  'sends only information': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'drips its body': (socket) => drip(socket, '1\r\na\r\n', chunked),
  'drips the length of a chunk': (socket) => drip(socket, '0', chunked),
  'stops within its body': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na'),
};

/** Writes without an end, as fast as the connection takes it. */
export function pour(socket: Socket): void {
  while (socket.writable && socket.write('a'.repeat(kibibytes(64))));
  socket.once('drain', () => {
    pour(socket);
  });
}

/** Writes the beginning, and repeats the text until the connection ends. */
function drip(socket: Socket, text: string, beginning = ''): void {
  socket.write(beginning);
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text);
  }, 20);
}
