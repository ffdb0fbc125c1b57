import { createServer } from 'node:net';

/**
 * Distinct ports of 127.0.0.1 that were free a moment ago; whoever binds one must be ready to lose a race and ask again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, openProbe));
  const ports = probes.map(({ port }) => port);
  await Promise.all(probes.map(async ({ close }) => close()));
  return ports;
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, host, () =>
      probe.close(() => {
        resolve(true);
      }),
    );
  });
}

async function openProbe(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') {
        reject(new Error('no port was given'));
        return;
      }
      const close = async (): Promise<void> =>
        new Promise((closed) => {
          probe.close(() => {
            closed();
          });
        });
      resolve({ port: address.port, close });
    });
  });
}
