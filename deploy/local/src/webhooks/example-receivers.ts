import { join } from 'node:path';
import type { LocalConfig } from '../config.ts';
import type { PlatformLayout } from '../platform/environment.ts';
import { defaultPort } from '../terminal/arguments.ts';
import { provideReceiverCertificate } from './receiver-certificate.ts';

/** The example receivers in `deploy/local/examples`, which a person starts, with their default ports. */
const examples = [
  { port: 9_443, command: 'node deploy/local/examples/receiver.mjs' },
  { port: 9_444, command: 'python3 deploy/local/examples/receiver.py' },
] as const;
const defaultPorts = examples.map(({ port }) => port);

/**
 * Returns the ports of the receivers of a platform at this port, so that two platforms on a machine have receivers of their own. A port
 * without such a pair above it keeps the default ones.
 */
function listReceiverPorts(platformPort: number): readonly number[] {
  const moved = defaultPorts.map((port) => port + platformPort - defaultPort);
  return moved.every((port) => port >= 1_024 && port < 65_536) ? moved : defaultPorts;
}

/** The default ports stay allowed, so that a receiver that is started without `--port` is reached too. */
function listAddresses(platformPort: number): string {
  const ports = new Set([...listReceiverPorts(platformPort), ...defaultPorts]);
  return [...ports].map((port) => `127.0.0.1:${String(port)}`).join(',');
}

/** The variables with which webhooks reach the example receivers; those of the environment if it has them. */
export async function allowExampleReceivers(
  { stateDir, port }: { readonly stateDir: string; readonly port: number },
  { webhooks }: Pick<LocalConfig['external'], 'webhooks'>,
): Promise<Record<string, string>> {
  if (Object.keys(webhooks).length > 0) return webhooks;
  const { authority } = await provideReceiverCertificate(join(stateDir, 'webhooks'));
  return {
    WEBHOOK_ALLOWED_ADDRESSES: listAddresses(port),
    WEBHOOK_CA_FILE: authority,
  };
}

/** Describes how to create a webhook and to start its receiver. Returns no lines if the environment names other addresses. */
export function describeReceivers(
  { webhooks = {}, publicUrl }: Pick<PlatformLayout, 'webhooks' | 'publicUrl'>,
  deskUrl: string,
): string[] {
  const platformPort = Number(new URL(publicUrl).port);
  if (webhooks['WEBHOOK_ALLOWED_ADDRESSES'] !== listAddresses(platformPort)) return [];
  const ports = listReceiverPorts(platformPort);
  const addresses = ports.map((port) => `127.0.0.1:${String(port)}`).join(' and ');
  return [
    `create one at ${deskUrl}. It may reach ${addresses} (WEBHOOK_ALLOWED_ADDRESSES, WEBHOOK_CA_FILE)`,
    ...examples.map(({ port: usual, command }, index) => {
      const port = String(ports[index] ?? usual);
      const option = port === String(usual) ? '' : ` --port ${port}`;
      return `for https://127.0.0.1:${port}/ run WEBHOOK_SECRET=whsec_… ${command}${option}`;
    }),
  ];
}
