import { join } from 'node:path';
import type { LocalConfig } from '../config.ts';
import type { PlatformLayout } from '../platform/environment.ts';
import { provideReceiverCertificate } from './receiver-certificate.ts';

/** The example receivers in `deploy/local/examples`, which a person starts. */
const examples = [
  { port: 9_443, command: 'node deploy/local/examples/receiver.mjs' },
  { port: 9_444, command: 'python3 deploy/local/examples/receiver.py' },
] as const;

const exampleAddresses = examples.map(({ port }) => `127.0.0.1:${String(port)}`).join(',');

/** The variables with which webhooks reach the example receivers; those of the environment if it has them. */
export async function allowExampleReceivers(
  stateDir: string,
  { webhooks }: Pick<LocalConfig['external'], 'webhooks'>,
): Promise<Record<string, string>> {
  if (Object.keys(webhooks).length > 0) return webhooks;
  const { authority } = await provideReceiverCertificate(join(stateDir, 'webhooks'));
  return {
    WEBHOOK_ALLOWED_ADDRESSES: exampleAddresses,
    WEBHOOK_CA_FILE: authority,
  };
}

/** Describes how to create a webhook and to start its receiver. Returns no lines if the environment names other addresses. */
export function describeReceivers({ webhooks = {} }: PlatformLayout, deskUrl: string): string[] {
  const allowed = webhooks['WEBHOOK_ALLOWED_ADDRESSES'] ?? '';
  if (allowed !== exampleAddresses) return [];
  return [
    `create one at ${deskUrl}. It may reach ${allowed.replace(',', ' and ')} (WEBHOOK_ALLOWED_ADDRESSES, WEBHOOK_CA_FILE)`,
    ...examples.map(
      ({ port, command }) => `for https://127.0.0.1:${String(port)}/ run WEBHOOK_SECRET=whsec_… ${command}`,
    ),
  ];
}
