import type { Collection } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/events/audit';
import type { OutboxEntry } from '@assay/chassis/events/event';
import type { Version, VersionState } from '../domain/version/version.ts';
import type { VersionDocument } from './version-document.ts';

/** A decision to delete a version, unless the version is in none of `states`. */
export interface Deletion {
  /** When the deletion is checked. */
  readonly checkAt: Date;
  readonly now: Date;
  readonly call: AuditedCall;
  readonly states?: readonly VersionState[] | undefined;
}

/** The deletions of versions. */
export interface VersionDeletions {
  /**
   * Hides a version that is deleted, stores the audit event, and has the deletion checked later. Resolves to false when another call
   * deletes it, or when it is in none of the states.
   */
  beginDeletion(version: Version, deletion: Deletion): Promise<boolean>;
  /** Returns the audit event of a deletion that has begun. */
  findDeletionEvent(version: Version): Promise<OutboxEntry | undefined>;
  /** Shows a version again that cannot be deleted. */
  cancelDeletion(version: Version): Promise<void>;
  remove(organizationId: string, versionId: string): Promise<void>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
}

export function createDeletions(collection: Collection<VersionDocument>): VersionDeletions {
  return {
    async beginDeletion({ id, organizationId }, { checkAt, now: at, call, states }) {
      const inState = states === undefined ? {} : { state: { $in: [...states] } };
      const change = {
        action: 'dataset_version.delete',
        targetType: 'dataset_version',
        targetId: id,
        at,
        organizationId,
      };
      const { matchedCount } = await collection.updateOne(
        { _id: id, organizationId, isDeleting: false, ...inState },
        { $set: { isDeleting: true, checkAt, deletionEvent: actionAudited(call, change) } },
      );
      return matchedCount === 1;
    },
    async findDeletionEvent({ id, organizationId }) {
      const deleting = { _id: id, organizationId, isDeleting: true };
      return (await collection.findOne(deleting, { projection: { deletionEvent: 1 } }))?.deletionEvent;
    },
    async cancelDeletion({ id, organizationId }) {
      const shown = { $set: { isDeleting: false }, $unset: { deletionEvent: true } } as const;
      await collection.updateOne({ _id: id, organizationId }, shown);
    },
    async remove(organizationId, versionId) {
      await collection.deleteOne({ _id: versionId, organizationId });
    },
    async removeDataset(organizationId, datasetId) {
      await collection.deleteMany({ organizationId, datasetId });
    },
  };
}
