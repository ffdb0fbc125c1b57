import { days, hours, minutes } from '@assay/chassis/units';

/** What stays of something deleted until everybody has certainly heard of it. */
export interface Tombstone {
  /** Of what was deleted. */
  readonly id: string;
  readonly kind: 'file' | 'project';
  readonly organizationId: string;
  /** The project that was deleted, or that the file was in. */
  readonly projectId: string;
  /** Under which all its objects are. */
  readonly storagePrefix: string;
  readonly deletedAt: Date;
}

/** As it is remembered. */
export interface RememberedTombstone extends Tombstone {
  /** Whether nothing was left of it in this service once. */
  readonly isFinished: boolean;
}

/**
 * How long after each announcement the next one follows. Events may be lost with their stream, and what is being made while a
 * project is deleted may be stored after it went: both are found by a later announcement. The last one is younger than any
 * backup that would still be restored.
 */
const gapsMs = [minutes(1), minutes(10), hours(1), hours(6), days(1), days(7)];

/** When it is to be announced again, after so many times; undefined: it has been announced for long enough. */
export function nextAnnouncement(announced: number, now: Date): Date | undefined {
  const gapMs = gapsMs[announced - 1];
  return gapMs === undefined ? undefined : new Date(now.getTime() + gapMs);
}
