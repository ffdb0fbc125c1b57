import { days } from '@assay/chassis/units';
import type { WorkerProfile } from '../worker/worker-profile.ts';

/** A person who works on one job without an account. */
export interface Guest {
  readonly id: string;
  /** The organization of the job. */
  readonly organizationId: string;
  readonly jobId: string;
  /** The name that the guest stated. It can be empty. */
  readonly name: string;
  readonly tokenSha256: string;
  readonly profile: WorkerProfile;
  readonly createdAt: Date;
  /** The last noted use of the token. Later uses of the same day are not noted. */
  readonly usedAt: Date;
  readonly expiresAt: Date;
}

const lifetimeMs = days(30);

/** Returns the time at which a token expires that is not used again. */
export function computeExpiry(usedAt: Date): Date {
  return new Date(usedAt.getTime() + lifetimeMs);
}
