import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchContext, ServerDefinition } from './definition.ts';

const pollMs = 100;

/** @throws the last failure, when the server does not answer in time */
export async function untilAnswering(
  definition: ServerDefinition,
  context: LaunchContext,
  timeoutMs: number,
): Promise<void> {
  const deadline = AbortSignal.timeout(timeoutMs);
  for (;;) {
    try {
      await definition.ready(context, deadline);
      return;
    } catch (error) {
      if (deadline.aborted) throw error;
      await delay(pollMs);
    }
  }
}

/** @throws when nobody listens on this port of 127.0.0.1 */
export async function expectListener(port: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', signal });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** Connects to 127.0.0.1, says something and waits for the answer to begin as expected. */
export async function expectGreeting(
  { port, send, expect }: { port: number; send?: string; expect: string },
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', signal });
    socket.setEncoding('utf8');
    socket.once('connect', () => {
      if (send !== undefined) socket.write(send);
    });
    socket.on('data', (chunk: string) => {
      answer += chunk;
      if (answer.length < expect.length) return;
      socket.destroy();
      if (answer.startsWith(expect)) resolve();
      else reject(new Error(`unexpected answer: ${answer.slice(0, 80)}`));
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the connection was closed'));
    });
  });
}
