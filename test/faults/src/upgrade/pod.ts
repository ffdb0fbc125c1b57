import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Guardian } from '@assay/local/processes/guardian';
import { readTail } from '@assay/local/processes/log-tail';
import { launch } from '@assay/local/processes/process-handle';

/** What one pod runs. */
export interface PodTemplate {
  /** Of the program, such as `services/billing`. */
  readonly folder: string;
  /** The checkout it is of. */
  readonly root: string;
  /** Without its address. */
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<string, number>>;
}

export interface Pod {
  readonly name: string;
  readonly address: string;
  /** When SIGTERM was sent to it; undefined before. */
  readonly terminatedAt: number | undefined;
  isReady(): Promise<boolean>;
  /**
   * SIGTERM, and SIGKILL after the grace period. Resolves to what was wrong with how it ended; undefined: nothing.
   */
  terminate(graceMs: number): Promise<string | undefined>;
  /** The end of its log. */
  tail(): readonly string[];
}

export interface PodOptions {
  readonly guardian: Guardian;
  readonly logsDir: string;
  readonly inherited: Readonly<Record<string, string>>;
  /** With which Node.js finds the names of the others. */
  readonly nodeArgs: readonly string[];
}

const probeTimeoutMs = 2_000;

/** Starts a process at an address of its own, as a pod has one. */
export function startPod(name: string, address: string, template: PodTemplate, options: PodOptions): Pod {
  const { folder, root, environment, ports } = template;
  const hosts = Object.keys(ports).map((use) => [`${use.toUpperCase()}_HOST`, address]);
  const logFile = join(options.logsDir, `${name}.log`);
  const handle = launch(
    {
      command: process.execPath,
      args: ['--conditions=source', ...options.nodeArgs, join(root, folder, 'src/main.ts')],
      environment: { ...options.inherited, ...environment, ...Object.fromEntries(hosts) },
      workingDirectory: root,
    },
    logFile,
    options.guardian,
  );
  let terminatedAt: number | undefined;
  return {
    name,
    address,
    get terminatedAt() {
      return terminatedAt;
    },
    async isReady() {
      const url = `http://${address}:${String(ports['admin'])}/readyz`;
      const signal = AbortSignal.timeout(probeTimeoutMs);
      return (
        handle.isRunning() &&
        (await fetch(url, { signal }).then(
          ({ ok }) => ok,
          () => false,
        ))
      );
    },
    async terminate(graceMs) {
      if (!handle.isRunning()) return `${name} had ended by itself:\n${readTail(logFile, 0).join('\n')}`;
      terminatedAt = performance.now();
      const { code, signal } = await handle.stop(graceMs);
      if (code === 0) return undefined;
      const how = signal === null ? `with code ${String(code)}` : `by ${signal}`;
      return `${name} ended ${how} after ${seconds(performance.now() - terminatedAt)}`;
    },
    tail: () => readTail(logFile, 0),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** @throws after `timeoutMs`, with the end of its log */
export async function untilReady(pod: Pod, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await pod.isReady())) {
    if (performance.now() > deadline) throw new Error(`${pod.name} is not ready:\n${pod.tail().join('\n')}`);
    await pause(100);
  }
}
