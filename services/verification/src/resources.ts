import { listDurables } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { contextCollection, contextIndexes } from './store/context-store.ts';
import { closedJobIndexes } from './store/runs/closed-jobs.ts';
import { leftoverIndexes } from './store/runs/leftovers.ts';
import { runEndIndexes } from './store/runs/run-ends.ts';
import { runRemovalIndexes } from './store/runs/run-removals.ts';
import { runCollection } from './store/runs/run-collection.ts';
import { runIndexes } from './store/runs/run-records.ts';
import { runPriceIndexes } from './store/runs/run-prices.ts';
import { unfinishedRunIndexes } from './store/runs/unfinished-runs.ts';
import { runStream, runWorkStream } from './streams.ts';

const name = 'verification';

/**
 * Of every collection the service owns. A backup reads them in this order: of what is written one after the other, the last comes
 * first, so that a copy never has the later without the earlier.
 */
export const indexes: ServiceResources['indexes'] = {
  [runCollection]: [
    ...runIndexes,
    ...unfinishedRunIndexes,
    ...runRemovalIndexes,
    ...runEndIndexes,
    ...leftoverIndexes,
    ...closedJobIndexes,
    ...runPriceIndexes,
  ],
  [contextCollection]: contextIndexes,
};

/** What verification owns, for its prepare command and for the look of its processes whether it is there. */
export function declareResources(config: Config): ServiceResources {
  return {
    name,
    indexes,
    outboxes: [runCollection],
    streams: [runStream, runWorkStream],
    durables: listDurables(name, consumers),
    storage: config,
  };
}
