import { auditStream } from '@assay/chassis/events/audit';
import { listDurables } from '@assay/chassis/events/consumer';
import type { ConsumerTuning } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { datasetCollection, datasetIndexes } from './store/dataset-store.ts';
import { issueCollection, issueIndexes } from './store/issue-store.ts';
import { releaseCollection, releaseIndexes } from './store/release-store.ts';
import { runCollection, runIndexes } from './store/run-document.ts';
import { segmentCollection, segmentIndexes } from './store/segment-store.ts';
import { tombstoneCollection, tombstoneIndexes } from './store/tombstone-store.ts';
import { unitCollection, unitIndexes } from './store/unit-store.ts';
import { uploadDecisionCollection, uploadDecisionIndexes } from './store/upload-decision-store.ts';
import { versionCollection, versionIndexes } from './store/version-store.ts';
import { datasetStream, datasetWorkStream } from './streams.ts';
import { limitWork } from './cleaning/work/work-limits.ts';

const name = 'datasets';

/**
 * The indexes of every collection of the service. A backup reads the collections in this order: a document is read before the documents
 * that it names, so that the copy never has a name without its document.
 */
export const indexes: ServiceResources['indexes'] = {
  [unitCollection]: unitIndexes,
  [runCollection]: runIndexes,
  [versionCollection]: versionIndexes,
  [segmentCollection]: segmentIndexes,
  [datasetCollection]: datasetIndexes,
  [issueCollection]: issueIndexes,
  [uploadDecisionCollection]: uploadDecisionIndexes,
  [releaseCollection]: releaseIndexes,
  [tombstoneCollection]: tombstoneIndexes,
};

/** Declares the resources of the service, for its prepare command and for the check of its processes. */
export function declareResources(config: Config): ServiceResources {
  return {
    name,
    indexes,
    outboxes: [unitCollection, runCollection, versionCollection, datasetCollection, tombstoneCollection],
    streams: [auditStream, datasetStream, datasetWorkStream],
    durables: listDurables(name, consumers, readTuning(config)),
    storage: config,
  };
}

/** Returns the settings of the consumers. */
export function readTuning(config: Config): ConsumerTuning {
  const { clean, enrich } = limitWork(config);
  return { concurrency: Math.max(clean.slots, enrich.slots) };
}
