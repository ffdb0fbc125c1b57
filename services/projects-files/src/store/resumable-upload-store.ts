import type { Db } from 'mongodb';
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
  /** In whichever state. */
  find(organizationId: string, uploadId: string): Promise<ResumableUpload | undefined>;
  /** From here on its parts are fixed; false when it is being completed with another SHA-256, or ended. */
  claim(organizationId: string, uploadId: string, claim: CompletionClaim): Promise<boolean>;
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

interface ResumableUploadDocument extends Omit<ResumableUpload, 'id' | 'folderId'> {
  readonly _id: string;
  readonly folderId: string | null;
  /** What its completion was asked for with. */
  readonly sha256: string | null;
}

export function createResumableUploadStore(db: Db): ResumableUploadStore {
  const collection = db.collection<ResumableUploadDocument>(resumableUploadCollection);
  const inState = (organizationId: string, uploadId: string, ...states: readonly ResumableState[]) => {
    return { _id: uploadId, organizationId, state: { $in: [...states] } };
  };
  return {
    async insert({ id, folderId, ...rest }) {
      await collection.insertOne({ _id: id, ...rest, folderId: folderId ?? null, sha256: null });
    },
    async setMultipartId(organizationId, uploadId, multipartId) {
      const open = inState(organizationId, uploadId, 'open');
      return (await collection.updateOne(open, { $set: { multipartId } })).matchedCount === 1;
    },
    async find(organizationId, uploadId) {
      const found = await collection.findOne({ _id: uploadId, organizationId });
      return found === null ? undefined : toUpload(found);
    },
    async claim(organizationId, uploadId, { sha256, expiresAt }) {
      const { matchedCount } = await collection.updateOne(
        { ...inState(organizationId, uploadId, 'open', 'completing'), sha256: { $in: [null, sha256] } },
        { $set: { state: 'completing', sha256 }, $max: { expiresAt } },
      );
      if (matchedCount === 1) return true;
      const admitted = inState(organizationId, uploadId, 'admitted');
      return (await collection.findOne({ ...admitted, sha256 })) !== null;
    },
    async admit(organizationId, uploadId, expiresAt) {
      const { matchedCount } = await collection.updateOne(
        inState(organizationId, uploadId, 'completing', 'admitted'),
        { $set: { state: 'admitted' }, $max: { expiresAt } },
      );
      return matchedCount === 1;
    },
    async end(organizationId, uploadId, now) {
      const { matchedCount } = await collection.updateOne(
        inState(organizationId, uploadId, 'open', 'completing', 'ended'),
        { $set: { state: 'ended', expiresAt: now } },
      );
      return matchedCount === 1;
    },
    async remove(organizationId, uploadId) {
      await collection.deleteOne({ _id: uploadId, organizationId });
    },
    async listOfProject(organizationId, { projectId, after = '', limit }) {
      const found = collection.find({ organizationId, projectId, _id: { $gt: after } }).sort({ _id: 1 });
      return (await found.limit(limit).toArray()).map(toUpload);
    },
    async listExpired(now, limit) {
      const found = collection.find({ expiresAt: { $lte: now } }).sort({ expiresAt: 1 });
      return (await found.limit(limit).toArray()).map(toUpload);
    },
    async take(organizationId, uploadId, now) {
      const { matchedCount } = await collection.updateOne(
        { _id: uploadId, organizationId, expiresAt: { $lte: now } },
        { $set: { state: 'ended' } },
      );
      return matchedCount === 1;
    },
  };
}

function toUpload({
  _id: id,
  folderId,
  sha256: _claimed,
  ...rest
}: ResumableUploadDocument): ResumableUpload {
  return { ...rest, id, folderId: folderId ?? undefined };
}
