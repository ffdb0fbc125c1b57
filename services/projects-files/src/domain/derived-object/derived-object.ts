import { hours } from '@assay/chassis/units';

/** An object that derived files with the same content share. */
export interface DerivedObject {
  readonly key: string;
  readonly organizationId: string;
  readonly sizeBytes: number;
  /** The reservation that counts the object until the object counts itself. */
  readonly reservation?: string | undefined;
}

/** A call that is about to name objects. The objects are checked at `checkAt` if the call does not end. */
export interface Hold {
  readonly token: string;
  readonly checkAt: Date;
}

/** A process that is about to remove an object. */
export interface ObjectClaim {
  readonly token: string;
  readonly now: Date;
  readonly claimedUntil: Date;
}

/** Longer than any call takes. */
export const holdMs = hours(1);
