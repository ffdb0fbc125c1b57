import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { processes, processNames, serviceNames, servesRpcs } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { adminUrl, environmentOf, stopGraceMs } from './environment.ts';
import type { PlatformPorts } from './environment.ts';
import { freePorts } from './ports.ts';
import { preparePlatform } from './prepare-platform.ts';
import type { PreparationOptions } from './prepare-platform.ts';
import { sourcePrograms } from './programs.ts';
import { expectListener } from '../servers/readiness.ts';
import { startProcess } from '../processes/restartable-process.ts';
import type { RestartableProcess } from '../processes/restartable-process.ts';

export interface PlatformOptions extends PreparationOptions {
  readonly onReady: (name: ProcessName) => void;
}

export type PlatformProcesses = Record<ProcessName, RestartableProcess>;

const readyMs = 60_000;
const edgeNames = processNames.filter((name) => !servesRpcs(name));

/** A free port for everything that listens; `httpPort` for the gateway's HTTP when it is given. */
export async function choosePorts(httpPort?: number): Promise<PlatformPorts> {
  const uses = processNames.map((name) => [name, portUses(name)] as const);
  const free = await freePorts(uses.flatMap(([, names]) => names).length);
  const ports = uses.map(([name, names]) => [
    name,
    Object.fromEntries(names.map((use) => [use, free.pop()])),
  ]);
  // One for each use of each process there is.
  const chosen = Object.fromEntries(ports) as PlatformPorts;
  return { ...chosen, gateway: { ...chosen.gateway, http: httpPort ?? chosen.gateway.http } };
}

function portUses(name: ProcessName): string[] {
  return [...(servesRpcs(name) ? ['grpc'] : []), 'admin', ...processes[name].listeners];
}

/**
 * Prepares the servers, starts every process that serves rpcs, then the edges that call them, and waits until each reports ready.
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
    // Services that are there before everything is prepared wait for it.
    await allOf([preparePlatform(options), ...serviceNames.map(start)]);
    await allOf(edgeNames.map(start));
  } catch (error) {
    await Promise.all(started.map(async (running) => running.stop()));
    throw error;
  }
  return Object.fromEntries(started.map((running) => [running.name, running])) as PlatformProcesses;
}

/** Waits for all, also after a failure; rejects with the first that there was in their order. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** The edges first, so that no request meets half a platform. */
export async function stopPlatform(running: PlatformProcesses): Promise<void> {
  for (const names of [edgeNames, serviceNames]) {
    await Promise.all(names.map(async (name) => running[name].stop()));
  }
}

export async function startPlatformProcess(
  name: ProcessName,
  { layout, inherited, logsDir, guardian, programs = sourcePrograms }: PlatformOptions,
): Promise<RestartableProcess> {
  const ready = `${adminUrl(name, layout.ports)}/readyz`;
  const plan = programs(name, 'main', environmentOf(name, layout));
  return startProcess(
    {
      name,
      plan: { ...plan, environment: { ...inherited, ...plan.environment } },
      logFile: join(logsDir, `${name}.log`),
      readyTimeoutMs: readyMs,
      graceMs: stopGraceMs,
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
