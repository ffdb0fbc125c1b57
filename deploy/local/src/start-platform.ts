import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './config.ts';
import { adminUrl, environmentOf, type PlatformLayout, type PlatformPorts } from './environment.ts';
import type { Guardian } from './guardian.ts';
import { freePorts } from './ports.ts';
import { expectListener } from './servers/readiness.ts';
import { serviceNames, type ProcessName } from './process-names.ts';
import { startProcess, type RestartableProcess } from './restartable-process.ts';

export interface PlatformOptions {
  layout: PlatformLayout;
  /** The parent's variables, for PATH and the like; the contract's own come on top. */
  inherited: Record<string, string>;
  logsDir: string;
  guardian: Guardian;
  onReady: (name: ProcessName) => void;
}

export type PlatformProcesses = Record<ProcessName, RestartableProcess>;

const READY_MS = 60_000;

export async function choosePorts(httpPort?: number): Promise<PlatformPorts> {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0] = await freePorts(11);
  return {
    'identity-org': { grpc: a, admin: b },
    'projects-files': { grpc: c, admin: d, upload: e },
    verification: { grpc: f, admin: g },
    billing: { grpc: h, admin: i },
    gateway: { http: httpPort ?? j, admin: k },
  };
}

/**
 * Starts every service, then the gateway, each once it reports ready.
 * @throws {StartError} for the first that does not; the others are stopped then
 */
export async function startPlatform(options: PlatformOptions): Promise<PlatformProcesses> {
  await mkdir(options.logsDir, { recursive: true });
  const started: RestartableProcess[] = [];
  const start = async (name: ProcessName): Promise<RestartableProcess> => {
    const running = await startPlatformProcess(name, options);
    started.push(running);
    options.onReady(name);
    return running;
  };
  try {
    const outcomes = await Promise.allSettled(serviceNames.map(start));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await start('gateway');
  } catch (error) {
    await Promise.all(started.map(async (running) => running.stop()));
    throw error;
  }
  return Object.fromEntries(started.map((running) => [running.name, running])) as PlatformProcesses;
}

/** The gateway first, so that no request meets half a platform. */
export async function stopPlatform({ gateway, ...services }: PlatformProcesses): Promise<void> {
  await gateway.stop();
  await Promise.all(Object.values(services).map(async (service) => service.stop()));
}

export async function startPlatformProcess(
  name: ProcessName,
  { layout, inherited, logsDir, guardian }: PlatformOptions,
): Promise<RestartableProcess> {
  const folder = name === 'gateway' ? 'gateway' : join('services', name);
  const ready = `${adminUrl(name, layout.ports)}/readyz`;
  return startProcess(
    {
      name,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', join(projectRoot, folder, 'src/main.ts')],
        environment: { ...inherited, ...environmentOf(name, layout) },
        workingDirectory: projectRoot,
      },
      logFile: join(logsDir, `${name}.log`),
      readyTimeoutMs: READY_MS,
      ready: async (signal) => {
        await expectReady(ready, signal);
        await Promise.all(servingPorts(name, layout.ports).map(async (port) => expectListener(port, signal)));
      },
    },
    guardian,
  );
}

function servingPorts(name: ProcessName, ports: PlatformPorts): number[] {
  return Object.entries(ports[name]).flatMap(([use, port]: [string, number]) =>
    use === 'admin' ? [] : [port],
  );
}

async function expectReady(url: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, { signal });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`not ready: ${body.slice(0, 200)}`);
}
