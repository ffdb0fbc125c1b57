import type { PlatformLayout } from '@assay/local/platform/environment';
import { openDatabase } from '@assay/test-kit/set-up/open-database';

/** A row of `webhook_deliveries`. */
export interface StoredDelivery {
  readonly _id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly state: 'open' | 'done';
  readonly status: string;
}

/** The rows of the services that report and deliver the events of files. */
export interface StoredDeliveries {
  /** Lists the id of a file once for each end of its enrichment: the events that webhooks must receive. */
  listEnrichedFiles(projectId: string): Promise<readonly string[]>;
  /** Counts the files of a project whose enrichment has not ended, or whose events wait in the outbox. */
  countUnreported(projectId: string): Promise<number>;
  listDeliveries(webhookIds: readonly string[]): Promise<readonly StoredDelivery[]>;
  countDeliveries(webhookIds: readonly string[], state?: StoredDelivery['state']): Promise<number>;
  close(): Promise<void>;
}

export async function openStoredDeliveries(layout: PlatformLayout): Promise<StoredDeliveries> {
  const files = await openDatabase(layout, 'projects-files');
  const webhooks = await openDatabase(layout, 'crowd-webhooks');
  const enriched = files.db.collection<{ _id: string; enrichmentEnds?: readonly unknown[] }>('files');
  const deliveries = webhooks.db.collection<StoredDelivery>('webhook_deliveries');
  const select = (webhookIds: readonly string[]) => ({ webhookId: { $in: [...webhookIds] } });
  const projection = { webhookId: 1, eventId: 1, state: 1, status: 1 };
  return {
    async listEnrichedFiles(projectId) {
      const found = await enriched.find({ projectId }, { projection: { enrichmentEnds: 1 } }).toArray();
      return found.flatMap(({ _id, enrichmentEnds = [] }) => enrichmentEnds.map(() => _id));
    },
    countUnreported: (projectId) =>
      enriched.countDocuments({
        projectId,
        $or: [{ 'outbox.0': { $exists: true } }, { 'enrichmentEnds.0': { $exists: false } }],
      }),
    listDeliveries: (webhookIds) => deliveries.find(select(webhookIds), { projection }).toArray(),
    countDeliveries: (webhookIds, state) =>
      deliveries.countDocuments({ ...select(webhookIds), ...(state && { state }) }),
    async close() {
      await files.close();
      await webhooks.close();
    },
  };
}
