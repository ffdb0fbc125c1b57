import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '@assay/local/config';
import { environmentOf, localHost } from '@assay/local/platform/environment';
import { readTail } from '@assay/local/processes/log-tail';
import { freePorts } from '@assay/local/platform/ports';
import { launch } from '@assay/local/processes/process-handle';
import type { ProcessHandle } from '@assay/local/processes/process-handle';
import { unlimited } from './bench-platform.ts';
import type { BenchPlatform } from './bench-platform.ts';
import { cpuMs } from './process-cpu.ts';

const pollMs = 10;
const graceMs = 10_000;

/** How long a start took until the first good answer, and the CPU it used. */
export interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface GatewayProcess {
  readonly baseUrl: string;
  readonly pid: number;
  readonly start: Start;
  stop(): Promise<void>;
}

/**
 * Starts the gateway of a checkout before the services of the platform and waits until it answers a GET of `path` with 200.
 * The gateway is known by its program, its environment and its HTTP alone, so that any commit's will do; `variables` are put on
 * top of its environment.
 */
export async function startGateway(
  { platform, guardian, folder }: BenchPlatform,
  checkout: string,
  path: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const [http = 0, admin = 0] = await freePorts(2);
  const ports = { ...platform.layout.ports, gateway: { http, admin } };
  const environment = {
    ...readConfig().inherited,
    ...unlimited,
    // One for all commits and empty at first, so that no commit starts with more of its modules compiled.
    NODE_COMPILE_CACHE: join(folder, 'modules'),
    ...environmentOf('gateway', { ...platform.layout, ports }),
    ...variables,
  };
  const args = ['--conditions=source', join(checkout, 'gateway/src/main.ts')];
  const plan = { command: process.execPath, args, environment, workingDirectory: checkout };
  const logFile = join(folder, `gateway-${randomUUID()}.log`);
  const startedAt = performance.now();
  const handle = launch(plan, logFile, guardian);
  const baseUrl = `http://${localHost}:${http}`;
  try {
    await firstAnswer(`${baseUrl}${path}`, platform.apiKey, handle);
  } catch (cause) {
    await handle.kill();
    throw new Error(`the gateway of ${checkout} does not serve:\n${readTail(logFile, 0).join('\n')}`, {
      cause,
    });
  }
  const wallMs = performance.now() - startedAt;
  const pid = handle.pid ?? 0;
  return {
    baseUrl,
    pid,
    start: { wallMs, cpuMs: cpuMs(pid) },
    async stop() {
      await handle.stop(graceMs);
    },
  };
}

async function firstAnswer(url: string, apiKey: string, handle: ProcessHandle): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  while (handle.isRunning()) {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(2_000)]);
    const answer = await fetch(url, { headers: { 'x-api-key': apiKey }, signal }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    if (deadline.aborted)
      throw new Error(`no good answer within a minute, the last was ${answer?.status ?? 'none'}`);
    await delay(pollMs);
  }
  throw new Error('the process ended');
}
