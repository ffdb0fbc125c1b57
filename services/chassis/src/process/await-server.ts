import { pause } from './pause.ts';
import type { Runtime } from './runtime.ts';

const retryMs = 500;

/**
 * Connects to a server that the process needs, and retries while `connect` rejects with `unavailable`. Rejects with any other error,
 * such as a refused password, and when the process stops.
 */
export async function awaitServer<T>(
  { logger, lifecycle, readiness }: Pick<Runtime, 'logger' | 'lifecycle' | 'readiness'>,
  server: string,
  unavailable: new (message: string) => Error,
  connect: () => Promise<T>,
): Promise<T> {
  readiness.start.waitFor(server);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const connection = await connect();
      if (attempt > 1) logger.info(`${server} is available`);
      readiness.start.begin();
      return connection;
    } catch (error) {
      if (!(error instanceof unavailable) || lifecycle.stopping.aborted) throw error;
      if (attempt === 1) logger.warn({ err: error }, `waiting for ${server}`);
      readiness.start.waitFor(`${server}: ${error.message}`);
      await pause(retryMs, lifecycle.stopping);
    }
  }
}
