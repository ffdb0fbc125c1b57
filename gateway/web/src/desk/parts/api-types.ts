import type { File, Member, Run } from '../../shared/api/api-types.ts';
import type { Body } from '../../shared/api/calls.ts';

/** A file of the API. `File` is the class of browsers. */
export type StoredFile = File;
export type Role = Member['role'];
export type Verdict = NonNullable<Run['verdict']>;
export type RunStatus = Run['status'];
/** Claims by their keys. */
export type Claims = Readonly<Record<string, string | number | boolean>>;
/** The people whom a run asks. */
export type CrowdOptions = NonNullable<Body<'startRun'>['crowd']>;
export type RunReference = Pick<Run, 'id' | 'projectId'>;
