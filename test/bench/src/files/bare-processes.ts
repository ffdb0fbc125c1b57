import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { S3Address } from '@assay/local/config';

/** Processes that do what an upload cannot do without, and nothing else. */
export interface BareProcesses {
  readonly client: ChildProcess;
  readonly gateway: ChildProcess;
  readonly service: ChildProcess;
  /** Of the gateway. */
  readonly baseUrl: string;
  /** Has the client store the bytes from its memory. */
  readonly put: () => Promise<void>;
  readonly stop: () => void;
}

export async function startBareProcesses(s3: S3Address, size: number): Promise<BareProcesses> {
  const client = start(import.meta.resolve('./put-object.ts'), JSON.stringify(s3), String(size));
  const service = start(import.meta.resolve('./bare-service.ts'), JSON.stringify(s3));
  const gateway = start(import.meta.resolve('./bare-gateway.ts'), await addressOf(service));
  const baseUrl = await addressOf(gateway);
  return {
    client,
    gateway,
    service,
    baseUrl,
    async put() {
      client.send('put');
      await once(client, 'message');
    },
    stop() {
      for (const child of [gateway, service, client]) child.disconnect();
    },
  };
}

function start(script: string, ...args: readonly string[]): ChildProcess {
  return fork(new URL(script), args, { execArgv: ['--conditions=source'] });
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [address] = (await once(child, 'message')) as [string];
  return address;
}
