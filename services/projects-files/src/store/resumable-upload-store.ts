import type { Db, Filter, UpdateFilter } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { ResumableState, ResumableUpload } from '../domain/resumable-upload/resumable-upload.ts';

export const resumableUploadCollection = 'resumable_uploads';

export const resumableUploadIndexes: readonly IndexSpec[] = [
  { key: { expiresAt: 1 } },
  { key: { organizationId: 1, projectId: 1, _id: 1 } },
];

/** Files that arrive in parts. Swept over all organizations, so only the sweeper's list is unscoped. */
export interface ResumableUploadStore {
  insert(upload: ResumableUpload): Promise<void>;
  /** False when it was ended meanwhile. */
  setMultipartId(organizationId: string, uploadId: string, multipartId: string): Promise<boolean>;
  /** Counts parts before they are sent; false when its parts are fixed. */
  beginParts(organizationId: string, uploadId: string, parts: number): Promise<boolean>;
  /** In whichever state. */
  find(organizationId: string, uploadId: string): Promise<ResumableUpload | undefined>;
  /** From here on its parts are fixed; false when it is being completed with another SHA-256, or ended. */
  claim(organizationId: string, uploadId: string, claim: CompletionClaim): Promise<boolean>;
  /** Withdraws the claim with a SHA-256 that the file does not have. Its parts stay fixed. */
  unclaim(organizationId: string, uploadId: string, sha256: string): Promise<void>;
  /** From here on its file may be stored at any moment; false when it was ended. */
  admit(organizationId: string, uploadId: string, expiresAt: Date): Promise<boolean>;
  /** From here on it never becomes a file; false when it may have. */
  end(organizationId: string, uploadId: string, now: Date): Promise<boolean>;
  remove(organizationId: string, uploadId: string): Promise<void>;
  /** In whichever state, by id. */
  listOfProject(organizationId: string, page: UploadsOfProject): Promise<readonly ResumableUpload[]>;
  /** Oldest first. */
  listExpired(now: Date, limit: number): Promise<readonly ResumableUpload[]>;
  /** Ends an expired one, whatever its state; false when it was renewed or is gone. */
  take(organizationId: string, uploadId: string, now: Date): Promise<boolean>;
}

/** A page of the uploads into a project. */
export interface UploadsOfProject {
  readonly projectId: string;
  /** The last id of the page before; undefined: the first page. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface CompletionClaim {
  readonly sha256: string;
  /** The least time until which the sweeper stays away. */
  readonly expiresAt: Date;
}

interface ResumableUploadDocument extends Mapped<ResumableUpload, 'folderId'> {
  /** The digest that the completion must have; null before the first request to complete. */
  readonly sha256: string | null;
}

const { toDocument, toDomain } = createDocumentMapper<ResumableUpload, ResumableUploadDocument>({
  nullable: ['folderId'],
  // Earlier versions did not count parts: the number is missing, and then only falls below zero.
  defaults: { partsToSend: -1 },
  internal: ['sha256'],
});

export function createResumableUploadStore(db: Db): ResumableUploadStore {
  const collection = db.collection<ResumableUploadDocument>(resumableUploadCollection);
  const inState = (organizationId: string, uploadId: string, ...states: readonly ResumableState[]) => {
    return { _id: uploadId, organizationId, state: { $in: [...states] } };
  };
  const change = async (
    filter: Filter<ResumableUploadDocument>,
    update: UpdateFilter<ResumableUploadDocument>,
  ): Promise<boolean> => (await collection.updateOne(filter, update)).matchedCount === 1;
  return {
    async insert(upload) {
      await collection.insertOne(toDocument(upload, { sha256: null }));
    },
    setMultipartId: (organizationId, uploadId, multipartId) =>
      change(inState(organizationId, uploadId, 'open'), { $set: { multipartId } }),
    beginParts: (organizationId, uploadId, parts) =>
      change(inState(organizationId, uploadId, 'open'), { $inc: { partsToSend: -parts } }),
    async find(organizationId, uploadId) {
      const found = await collection.findOne({ _id: uploadId, organizationId });
      return found === null ? undefined : toDomain(found);
    },
    async claim(organizationId, uploadId, { sha256, expiresAt }) {
      const claimable = inState(organizationId, uploadId, 'open', 'completing');
      const isClaimed = await change(
        { ...claimable, sha256: { $in: [null, sha256] } },
        { $set: { state: 'completing', sha256 }, $max: { expiresAt } },
      );
      if (isClaimed) return true;
      const admitted = inState(organizationId, uploadId, 'admitted');
      return (await collection.findOne({ ...admitted, sha256 })) !== null;
    },
    async unclaim(organizationId, uploadId, sha256) {
      const claimed = inState(organizationId, uploadId, 'completing');
      await change({ ...claimed, sha256 }, { $set: { sha256: null } });
    },
    admit: (organizationId, uploadId, expiresAt) =>
      change(inState(organizationId, uploadId, 'completing', 'admitted'), {
        $set: { state: 'admitted' },
        $max: { expiresAt },
      }),
    end: (organizationId, uploadId, now) =>
      change(inState(organizationId, uploadId, 'open', 'completing', 'ended'), {
        $set: { state: 'ended', expiresAt: now },
      }),
    async remove(organizationId, uploadId) {
      await collection.deleteOne({ _id: uploadId, organizationId });
    },
    async listOfProject(organizationId, { projectId, after = '', limit }) {
      const found = collection.find({ organizationId, projectId, _id: { $gt: after } }).sort({ _id: 1 });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
    async listExpired(now, limit) {
      const found = collection.find({ expiresAt: { $lte: now } }).sort({ expiresAt: 1 });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
    take: (organizationId, uploadId, now) =>
      change({ _id: uploadId, organizationId, expiresAt: { $lte: now } }, { $set: { state: 'ended' } }),
  };
}
