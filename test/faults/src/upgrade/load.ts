import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { newApiKey } from '@assay/test-kit/organizations';
import { ask } from '../rolling-restart/rolling-restart-load.ts';
import { mixedOperations } from '../rolling-restart/rolling-restart-operations.ts';
import type { Kept } from '../rolling-restart/rolling-restart-operations.ts';
import type { Tally } from '../rolling-restart/rolling-restart-tally.ts';
import { createServiceClient } from './gateway-client.ts';
import { keepAskingAtRate } from './paced-load.ts';
import { scale } from './settings.ts';
import type { StartedCluster } from './start-cluster.ts';

/** What is asked about, and what came of it. */
export interface Scene {
  readonly projectId: string;
  /** Enriched. */
  readonly fileId: string;
  readonly kept: Kept;
  readonly tally: Tally;
}

export interface RunningLoad {
  /** Resolves when the last answers have come. */
  stop(): Promise<void>;
}

const clientCount = 10;

/** The interface as one of the gateways offers it now. */
export function anyGateway({ cluster, layout, apiKey }: StartedCluster): Rest {
  const [pod] = cluster.serving('gateway');
  return createRest(`http://${pod?.address ?? ''}:${String(layout.ports.gateway.http)}`, apiKey);
}

/** Clients that ask every kind of operation, all of them together so many each second. */
export async function startLoad(started: StartedCluster, scene: Scene): Promise<RunningLoad> {
  const rest = anyGateway(started);
  const stopping = new AbortController();
  const clients = await Promise.all(
    Array.from({ length: clientCount }, async (_, place) => {
      const { id: keyId, key } = await newApiKey(rest, { name: `client ${place}` });
      return { place, client: clientOf(started), operations: mixedOperations({ ...scene, keyId, key }) };
    }),
  );
  const asking = clients.map(({ place, client, operations }) =>
    keepAskingAtRate(client, operations, {
      perSecond: scale.perSecond / clientCount,
      stopping: stopping.signal,
      onOutcome: (outcome) => {
        scene.tally.add(place, outcome);
      },
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(asking);
      for (const { client } of clients) client.close();
    },
  };
}

/** Starts so many runs, more than are worked on before the processes are replaced. */
export async function queueRuns(started: StartedCluster, scene: Scene, count: number): Promise<void> {
  const client = clientOf(started);
  const start = mixedOperations({ ...scene, keyId: '', key: started.apiKey }).find(
    ({ name }) => name === 'start a run',
  );
  if (start === undefined) throw new Error('no operation starts a run');
  for (let run = 0; run < count; run += 1) {
    await ask(client, start, (outcome) => {
      scene.tally.add(clientCount, outcome);
    });
  }
  client.close();
}

function clientOf({ cluster, layout }: StartedCluster) {
  return createServiceClient(layout.publicUrl, () =>
    cluster.serving('gateway').map(({ address }) => address),
  );
}
