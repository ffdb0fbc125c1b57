import type { ServerDefinition } from './definition.ts';
import { expectGreeting } from './readiness.ts';

const INNER_PORT = 6379;
const NO_SNAPSHOTS = ['--save', '', '--appendonly', 'no'];

/** Holds only what may be forgotten: rate limit windows and caches. So nothing is written to disk. */
export const redis: ServerDefinition = {
  name: 'redis',
  label: 'Redis',
  variable: 'REDIS_URL',
  binary: 'redis-server',
  launch: async (binary, { port, dataDir }) =>
    Promise.resolve({
      command: binary,
      args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir, ...NO_SNAPSHOTS],
    }),
  container: () => ({
    image: 'redis:8',
    innerPort: INNER_PORT,
    innerDataDir: '/data',
    command: ['redis-server', ...NO_SNAPSHOTS],
    environment: {},
    files: {},
  }),
  ready: async ({ port }, signal) => expectGreeting({ port, send: 'PING\r\n', expect: '+PONG' }, signal),
};
