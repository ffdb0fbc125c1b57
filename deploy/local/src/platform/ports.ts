import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ranges from which systems give outgoing connections their ports, so that none of those takes one meanwhile.
const lowest = 15_000;
const highest = 32_000;

/**
 * Distinct ports of 127.0.0.1 that were free a moment ago; whoever binds one must be ready to lose a race and ask again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowest, highest);
    if (await isPortFree(port)) ports.add(port);
  }
  return [...ports];
}

export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
