import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf, localHost } from '@assay/local/platform/environment';
import { readTail } from '@assay/local/processes/log-tail';
import { freePorts } from '@assay/local/platform/ports';
import { launch } from '@assay/local/processes/process-handle';
import type { ProcessHandle } from '@assay/local/processes/process-handle';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { unlimited } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { cpuMs } from '../process-cpu.ts';

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

/** The gateway of a checkout, and the platform that it stands before. */
export interface GatewayPlan {
  readonly checkout: string;
  /** What it reads; the ports it listens on are chosen when it starts. */
  readonly environment: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

/** The gateway of the files as they are; `variables` are put on top of its environment. */
export function presentGateway(
  { layout, apiKey }: Pick<LaunchedPlatform, 'layout' | 'apiKey'>,
  variables: Readonly<Record<string, string>> = {},
): GatewayPlan {
  const environment = { ...environmentOf('gateway', layout), ...variables };
  return { checkout: projectRoot, environment, apiKey };
}

/**
 * Starts a gateway and waits until it answers a GET of `path` with 200. It is known by its program, its environment and its
 * HTTP alone, so that any commit's will do.
 */
export async function startGateway(
  { guardian, folder }: Pick<BenchPlatform, 'guardian' | 'folder'>,
  { checkout, environment: given, apiKey }: GatewayPlan,
  path: string,
): Promise<GatewayProcess> {
  const [http = 0, admin = 0] = await freePorts(2);
  const environment = {
    ...readConfig().inherited,
    ...unlimited,
    // One for all commits and empty at first, so that no commit starts with more of its modules compiled.
    NODE_COMPILE_CACHE: join(folder, 'modules'),
    ...given,
    HTTP_PORT: String(http),
    ADMIN_PORT: String(admin),
  };
  const args = ['--conditions=source', join(checkout, 'gateway/src/main.ts')];
  const plan = { command: process.execPath, args, environment, workingDirectory: checkout };
  const logFile = join(folder, `gateway-${randomUUID()}.log`);
  const startedAt = performance.now();
  const handle = launch(plan, logFile, guardian);
  const baseUrl = `http://${localHost}:${http}`;
  try {
    await firstAnswer(`${baseUrl}${path}`, apiKey, handle);
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
