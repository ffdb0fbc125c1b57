import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ConnectionTimes } from '@assay/chassis/grpc/channel-options';
import type { createTokenSigner } from '@assay/chassis/tokens/internal-token';

type PrivateKey = Parameters<typeof createTokenSigner>[0];

export interface MemoryService {
  readonly address: string;
  readonly child: ChildProcess;
}

export interface MemoryServiceOptions {
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** 0 lets the system choose. */
  readonly port?: number;
  /** How long each answer takes. */
  readonly delayMs?: number;
  /** How long its connections live; as every service's unless given. */
  readonly times?: ConnectionTimes;
}

/** Files and projects in a process of its own that takes calls signed with this key; ends with `child.disconnect()`. */
export async function startMemoryService(
  gatewayKey: PrivateKey,
  options: MemoryServiceOptions = {},
): Promise<MemoryService> {
  const publicKey = JSON.stringify({ ...gatewayKey, d: undefined });
  const script = new URL(import.meta.resolve('./memory-service.ts'));
  const child = fork(script, [publicKey, JSON.stringify(options)], { execArgv: ['--conditions=source'] });
  const [address] = (await once(child, 'message')) as [string];
  return { address, child };
}

/** How many projects each of the services was asked for so far. */
export function callCounts(services: readonly Pick<MemoryService, 'child'>[]): Promise<number[]> {
  return Promise.all(
    services.map(async ({ child }) => {
      child.send('count');
      const [count] = (await once(child, 'message')) as [number];
      return count;
    }),
  );
}
