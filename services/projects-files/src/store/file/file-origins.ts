import type { Collection } from 'mongodb';
import type { File } from '../../domain/file/file.ts';
import { toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';

/** The origins of files: uploads, or outputs of a workflow. */
export interface FileOrigins {
  /** Finds the file that an operation uploaded. */
  findUploaded(organizationId: string, operation: string): Promise<File | undefined>;
  /** Makes a file the output of a workflow; false when its origin changed since it was read. */
  claimOrigin(organizationId: string, claim: OriginClaim): Promise<boolean>;
  /** Makes the outputs of a workflow uploads again, except the kept ones. */
  releaseOrigins(organizationId: string, release: OriginRelease): Promise<void>;
}

interface OriginClaim {
  readonly fileId: string;
  readonly workflowId: string;
  readonly sourceFileId?: string | undefined;
  /** The workflow of the file as it was read; undefined for an upload. */
  readonly before: string | undefined;
  readonly now: Date;
}

interface OriginRelease {
  readonly workflowId: string;
  readonly keptFileIds: readonly string[];
  readonly now: Date;
}

export function createFileOrigins(files: Collection<FileDocument>): FileOrigins {
  return {
    async findUploaded(organizationId, operation) {
      const found = await files.findOne({ uploadOperation: operation, organizationId });
      return found === null ? undefined : toFile(found);
    },
    async claimOrigin(organizationId, { fileId, workflowId, sourceFileId, before, now }) {
      const origin = 'workflow_generated';
      const { matchedCount } = await files.updateOne(
        { _id: fileId, organizationId, originWorkflowId: before ?? null },
        {
          $set: { origin, originWorkflowId: workflowId, sourceFileId: sourceFileId ?? null, updatedAt: now },
        },
      );
      return matchedCount > 0;
    },
    async releaseOrigins(organizationId, { workflowId, keptFileIds, now }) {
      const origin = 'user_upload';
      await files.updateMany(
        { organizationId, originWorkflowId: workflowId, _id: { $nin: [...keptFileIds] } },
        { $set: { origin, originWorkflowId: null, sourceFileId: null, updatedAt: now } },
      );
    },
  };
}
