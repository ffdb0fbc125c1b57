import type { CallContext } from '@assay/chassis/call-context';
import type { InputLists } from './input-factors.ts';

/** A file that can become a variant. */
export interface InputFile {
  readonly id: string;
  readonly name: string;
  readonly isPublic: boolean;
}

/** The organization that reads, and the request that makes it do so. */
export type InputCall = Pick<CallContext, 'organizationId' | 'requestId'>;

/** The files and the input data of other services. Each read fails with NOT_FOUND for an id that the organization does not have. */
export interface InputSource {
  listFiles(call: InputCall, projectId: string, fileIds: readonly string[]): Promise<readonly InputFile[]>;
  /** FAILED_PRECONDITION with reason VERSION_UNFINISHED for a version without its files. */
  listVersionFiles(call: CallContext, versionId: string): Promise<readonly InputFile[]>;
  readInputData(call: CallContext, projectId: string, dataSetId: string): Promise<InputLists>;
  /** Locks input data for good. */
  markUsed(call: CallContext, projectId: string, dataSetId: string): Promise<void>;
  /** Requests the copies of files that workers need, so that they are ready at the first claim. */
  prepareFiles(call: InputCall, fileIds: readonly string[], isOutsider: boolean): Promise<void>;
}
