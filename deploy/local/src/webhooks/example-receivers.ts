import { join } from 'node:path';
import type { GivenAddresses } from '../config.ts';
import { provideReceiverCertificate } from './receiver-certificate.ts';

/** The example receivers in `deploy/local/examples`, which a person starts. */
export const exampleReceivers = [
  { port: 9_443, command: 'node deploy/local/examples/receiver.mjs' },
  { port: 9_444, command: 'python3 deploy/local/examples/receiver.py' },
] as const;

/** The variables with which webhooks reach the example receivers; those of the environment if it has them. */
export async function allowExampleReceivers(
  stateDir: string,
  { webhooks }: Pick<GivenAddresses, 'webhooks'>,
): Promise<Record<string, string>> {
  if (Object.keys(webhooks).length > 0) return webhooks;
  const { authority } = await provideReceiverCertificate(join(stateDir, 'webhooks'));
  return {
    WEBHOOK_ALLOWED_ADDRESSES: exampleReceivers.map(({ port }) => `127.0.0.1:${String(port)}`).join(','),
    WEBHOOK_CA_FILE: authority,
  };
}
