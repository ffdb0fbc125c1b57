import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startGuardian } from '../src/processes/guardian.ts';
import type { Guardian } from '../src/processes/guardian.ts';
import { startServers } from '../src/servers/start-servers.ts';
import type { RunningServers } from '../src/servers/start-servers.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

describe('servers started for a machine that names none', () => {
  let stateDir: string;
  let guardian: Guardian;
  let servers: RunningServers;
  const progress: string[] = [];
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'assay-servers-'));
    guardian = startGuardian();
    const config = readConfig();
    const external = {
      ...config.external,
      mongodbUri: undefined,
      natsUrl: undefined,
      s3: undefined,
      redisUrl: undefined,
    };
    servers = await startServers({
      config: { ...config, external },
      mode: 'persistent',
      stateDir,
      guardian,
      onProgress: ({ server, kind }) => progress.push(`${server} ${kind}`),
    });
  }, 600_000);
  afterAll(async () => {
    await servers.stop();
    guardian.close();
    await rm(stateDir, { recursive: true, force: true });
  });

  it('say which source was taken, then that they are ready', () => {
    for (const label of ['MongoDB', 'NATS', 'S3']) {
      const own = progress.filter((line) => line.startsWith(label));
      // A machine may have a Docker that cannot pull, and is told so.
      expect(own.filter((line) => !/(?:working|notice)$/u.test(line))).toEqual([
        `${label} resolved`,
        `${label} ready`,
      ]);
    }
  });

  it('answer on the addresses handed out', async () => {
    const ports = Object.values(servers.processes).map(({ port }) => port);
    expect(ports.length).toBeGreaterThanOrEqual(3);
    expect(await Promise.all(ports.map(answers))).toEqual(ports.map(() => true));
  });

  it('come back at the same address after being killed', async () => {
    const { nats } = servers.processes;
    if (nats === undefined) throw new Error('NATS was not started');
    const { port, pid } = nats;
    await nats.kill();
    expect(await answers(port)).toBe(false);
    await nats.restart();
    expect(await answers(port)).toBe(true);
    expect(nats.pid).not.toBe(pid);
  });

  it('tell of a death nobody asked for, and not of one that was', async () => {
    const { s3 } = servers.processes;
    if (s3?.pid === undefined) throw new Error('S3 was not started');
    const deaths = vi.fn();
    s3.onDeath(deaths);
    await s3.restart();
    expect(deaths).not.toHaveBeenCalled();
    process.kill(s3.pid, 'SIGKILL');
    const expectDeath = (): void => {
      expect(deaths).toHaveBeenCalledWith({ code: null, signal: 'SIGKILL' });
    };
    await vi.waitFor(expectDeath, 20_000);
  });

  it('are gone after being stopped', async () => {
    const pids = Object.values(servers.processes).flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    expect(pids.length).toBeGreaterThan(0);
    await servers.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe('the guardian', () => {
  it('ends what was started when the starter is killed', async () => {
    const script = `
      import { startGuardian } from ${JSON.stringify(join(import.meta.dirname, '../src/processes/guardian.ts'))};
      import { launch } from ${JSON.stringify(join(import.meta.dirname, '../src/processes/process-handle.ts'))};
      const handle = launch({ command: 'sleep', args: ['300'] }, '/dev/null', startGuardian());
      process.stdout.write(String(handle.pid));
      setInterval(() => {}, 1000);
    `;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const [output] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    expect(isAlive(pid)).toBe(true);
    starter.kill('SIGKILL');
    const expectEnd = (): void => {
      expect(isAlive(pid)).toBe(false);
    };
    await vi.waitFor(expectEnd, 20_000);
  });
});
