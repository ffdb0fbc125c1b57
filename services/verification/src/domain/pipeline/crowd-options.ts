import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Pipeline } from './pipeline.ts';

/** The people whom the crowd stages of a run ask. */
export interface CrowdOptions {
  readonly audience: 'organization' | 'everyone';
  readonly guestsAllowed: boolean;
  /** The hours after which a stage ends without further answers. */
  readonly validHours: number;
  /** True if answers cost and earn nothing. */
  readonly unpaid: boolean;
}

export const defaultCrowdOptions: CrowdOptions = {
  audience: 'organization',
  guestsAllowed: false,
  validHours: 168,
  unpaid: false,
};

/**
 * Returns the options of a new run; null for a pipeline that asks nobody. INVALID_ARGUMENT for options of such a pipeline, and for guests
 * without `unpaid`, since a guest has no account.
 */
export function readCrowdOptions(pipeline: Pipeline, options: CrowdOptions | undefined): CrowdOptions | null {
  const hasPeople = pipeline.stages.some(({ type }) => type === 'crowd');
  if (!hasPeople && options !== undefined)
    throw invalidField('crowd', `${pipeline.slug} asks no people. Leave out \`crowd\`.`);
  if (options?.guestsAllowed === true && !options.unpaid)
    throw invalidField('crowd.guestsAllowed', 'Guests earn nothing. Set `crowd.unpaid` too.');
  return hasPeople ? (options ?? defaultCrowdOptions) : null;
}

/** FAILED_PRECONDITION with reason FILE_NOT_PUBLIC and `fileId` if people of other organizations would see a file that is not public. */
export function checkFilesForOutsiders(
  crowd: CrowdOptions | null,
  files: readonly { readonly id: string; readonly isPublic: boolean }[],
): void {
  if (crowd === null || (crowd.audience === 'organization' && !crowd.guestsAllowed)) return;
  const refused = files.find(({ isPublic }) => !isPublic);
  if (refused === undefined) return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'FILE_NOT_PUBLIC',
    'Workers of other organizations get public files only. Make the file public, or leave outsiders out.',
    { details: { fileId: refused.id } },
  );
}
