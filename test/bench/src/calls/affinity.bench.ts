/** Writes on one account that eight replicas lose to each other, with and without affinity, against one replica. */
import type { CommandStartedEvent } from 'mongodb';
import { systemClock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import { ensureStream } from '@assay/chassis/events/streams';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { Affinity } from '@assay/proto/processes';
import { callByService, createTestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../../../../services/billing/src/config.ts';
import { declareResources } from '../../../../services/billing/src/resources.ts';
import { startService } from '../../../../services/billing/src/service.ts';
import { accountCollection } from '../../../../services/billing/src/store/account/account-store.ts';
import { foreignStreams } from '../../../../services/billing/test/start.ts';
import { startBenchServers } from '../bench-servers.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const replicaCount = 8;
/** Times the writes of one replica. */
const mostWrites = 2;
const holdCount = Number(process.argv[2] ?? '600');
const inFlight = 40;

interface AccountWrites {
  readonly attempted: number;
  readonly lost: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const { servers, stop } = await startBenchServers(await temporaryFolder());
const platform = createTestPlatform(systemClock, servers);
/** The version of the account that each write was decided on. */
let decidedOn: unknown[] = [];

function onCommand({ commandName, command }: CommandStartedEvent): void {
  if (commandName !== 'update' || command['update'] !== accountCollection) return;
  for (const { q } of command['updates'] as readonly { readonly q: { readonly revision?: unknown } }[]) {
    if (q.revision !== undefined) decidedOn.push(q.revision);
  }
}

/** Of all writes that were decided on one version only one is made: the others are lost. */
function accountWrites(): AccountWrites {
  const attempted = decidedOn.length;
  return { attempted, lost: attempted - new Set(decidedOn).size };
}

/** Holds money for so many runs of an organization, many at a time, whichever replica each call goes to. */
async function placeHolds(addresses: readonly string[], affinity: Affinity): Promise<AccountWrites> {
  const channel = platform.connect(addresses.join(','), 'verification', affinity);
  const billing = channel.client(BillingServiceService);
  const organizationId = newId();
  const place = () =>
    billing.placeHold(callByService('verification', organizationId), {
      runId: newId(),
      amountCents: 2,
      userId: newId(),
      credentialId: newId(),
    });
  // Opens the account, and a connection to each.
  for (let call = 0; call < 4 * addresses.length; call += 1) await place();
  decidedOn = [];
  let left = holdCount;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await place();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  channel.close();
  return accountWrites();
}

const config = configFrom({
  ...platform.environment('billing'),
  IDENTITY_ORG_ADDRESS: '127.0.0.1:1',
  WELCOME_CREDIT_CENTS: '100000000',
});
/** What billing consumes from, as its owners declare it. */
async function prepareForeignStreams(): Promise<void> {
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const { natsUrl: url, natsNamespace: namespace } = config;
  const events = await connectNats({ url, name: 'bench', namespace, logger });
  for (const stream of foreignStreams) await ensureStream(events, stream);
  await events.close();
}

const row = (title: string, { attempted, lost }: AccountWrites): string[] => {
  return [title, attempted.toString(), lost.toString(), percent(lost / attempted)];
};
try {
  await prepareForeignStreams();
  await prepareService(declareResources(), config);
  const replicas = await Promise.all(
    Array.from({ length: replicaCount }, () => startService(config, { onCommand })),
  );
  const addresses = replicas.flatMap(({ grpcAddress }) => grpcAddress ?? []);
  const alone = await placeHolds(addresses.slice(0, 1), 'none');
  const without = await placeHolds(addresses, 'none');
  const present = await placeHolds(addresses, 'organization');
  say(
    `${holdCount.toString()} holds on one account, ${inFlight.toString()} at a time, ${replicaCount.toString()} replicas`,
  );
  printTable(
    ['', 'writes', 'lost', 'share'],
    row('one replica alone', alone),
    row('without affinity', without),
    row('with affinity', present),
  );
  const ratio = present.attempted / alone.attempted;
  const isMet = ratio <= mostWrites && present.lost === 0;
  say(
    `with affinity ${ratio.toFixed(2)} times the writes of one (at most ${mostWrites}), none lost: ${isMet ? 'met' : 'MISSED'}`,
  );
  if (!isMet) process.exitCode = 1;
  await Promise.all(replicas.map((replica) => replica.stop()));
} finally {
  await stop();
}
