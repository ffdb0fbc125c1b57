import { readFile } from 'node:fs/promises';
import { createDnsResolver } from '@assay/chassis/egress/address-resolver';
import { allowAddresses } from '@assay/chassis/egress/allowed-addresses';
import { httpsPolicy } from '@assay/chassis/egress/check-url';
import { createEgressAgent, egressDefaults } from '@assay/chassis/egress/egress-agent';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import { seconds } from '@assay/chassis/units';
import type { Config } from '../config.ts';
import { perOrigin } from '../domain/webhooks/delivery/lanes/lanes.ts';
import type { AddressBook, Sender } from '../domain/webhooks/delivery/sender.ts';
import { createAddressBook, createSender } from './receivers.ts';

const resolverOptions = { timeoutMs: seconds(1), tries: 2 };

/** Opens the way to receivers, which ends with the process. Writes the addresses to the log that are allowed although not public. */
export async function openReceivers(
  { runtime, clock }: Pick<ServiceBase, 'runtime' | 'clock'>,
  { webhookAllowedAddresses: allowed, webhookCaFile, webhookDnsServers: servers }: Config,
): Promise<{ readonly addresses: AddressBook; readonly sender: Sender }> {
  if (allowed.length > 0) {
    runtime.logger.warn({ allowed }, 'webhooks may reach these addresses, which need not be public');
  }
  const resolver = createDnsResolver({ ...resolverOptions, ...(servers && { servers }) });
  const policy = httpsPolicy(allowAddresses(allowed));
  const ca = webhookCaFile === undefined ? undefined : await readFile(webhookCaFile, 'utf8');
  const agent = createEgressAgent(
    { policy, resolver, clock },
    { ...egressDefaults, connectionsPerOrigin: perOrigin, ca },
  );
  runtime.lifecycle.onStop('connections to receivers', () => agent.destroy());
  return {
    addresses: createAddressBook({ policy, resolver }),
    sender: createSender({ agent, policy, clock }),
  };
}
