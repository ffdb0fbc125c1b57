import { DomainError } from '@assay/chassis/errors';
import { tooManyUploads } from '../domain/upload/upload-errors.ts';

export interface ImportLimits {
  /** Under way in this process at the same time. */
  readonly inAll: number;
  readonly perOrganization: number;
}

/** Imports hold their files in memory, so only so many may be under way. */
export interface ImportPlaces {
  /**
   * Runs an import where there is a place for it. FAILED_PRECONDITION with reason UPLOAD_LIMIT when its organization has as many under way as
   * it may, UNAVAILABLE when all organizations together have.
   */
  hold<T>(organizationId: string, run: () => Promise<T>): Promise<T>;
}

export function createImportPlaces({ inAll, perOrganization }: ImportLimits): ImportPlaces {
  const underWay: string[] = [];
  return {
    async hold(organizationId, run) {
      const own = underWay.filter((id) => id === organizationId).length;
      if (own >= perOrganization) throw tooManyUploads(perOrganization);
      if (underWay.length >= inAll)
        throw new DomainError(
          'UNAVAILABLE',
          'IMPORTS_BUSY',
          'Too many imports are running. Try again in a few seconds.',
        );
      underWay.push(organizationId);
      try {
        return await run();
      } finally {
        underWay.splice(underWay.indexOf(organizationId), 1);
      }
    },
  };
}
