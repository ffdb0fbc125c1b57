import { processes, serviceNames } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import type { BackupTarget } from './backup-target.ts';
import { readJson } from './parts.ts';
import type { Part } from './parts.ts';

export interface CollectionPart extends Part {
  readonly collection: string;
  readonly documents: number;
}

/** The copy of one service's database. Times are ISO 8601. */
export interface DatabaseCopy {
  readonly service: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly collections: readonly CollectionPart[];
}

/** A list of at most a thousand objects, each a line of JSON. */
export interface ObjectListPart extends Part {
  readonly objects: number;
  readonly objectBytes: number;
}

/** What is written first. */
export interface BackupStart {
  readonly startedAt: string;
}

/** What a backup consists of. It is written last: a backup without one is not complete. */
export interface Manifest {
  readonly format: typeof manifestFormat;
  readonly id: string;
  readonly completedAt: string;
  /** In the order in which they were copied. */
  readonly databases: readonly DatabaseCopy[];
  readonly objects: readonly ObjectListPart[];
}

export const manifestFormat = 1;

/** There is nothing to restore from, in words for people. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/**
 * The services with databases in the order in which these are copied, callers before callees: what a caller asked for is there
 * once the callee is copied, and what a callee has that no caller knows of is given up when it is asked about.
 */
export const backupOrder: readonly ServiceName[] = sortCallersFirst(
  serviceNames.filter((name) => processes[name].needs.includes('mongodb')),
);

function sortCallersFirst(services: readonly ServiceName[]): ServiceName[] {
  const first = services.find(
    (name) => !services.some((caller) => caller !== name && processes[caller].calls.includes(name)),
  );
  if (first === undefined) {
    if (services.length > 0) throw new Error('services call each other in a circle');
    return [];
  }
  return [first, ...sortCallersFirst(services.filter((name) => name !== first))];
}

export function backupFolder(id: string): string {
  if (!isBackupId(id))
    throw new BackupRefusedError(
      `BACKUP_ID is ${id}: letters, digits, dots, dashes and underscores are allowed`,
    );
  return `backups/${id}`;
}

export function isBackupId(text: string): boolean {
  return /^[\w-][\w.-]{0,99}$/u.test(text);
}

export function readDatabaseCopy(
  target: BackupTarget,
  id: string,
  service: string,
): Promise<DatabaseCopy | undefined> {
  return readJson(target, databasePath(id, service));
}

export function databasePath(id: string, service: string): string {
  return `${backupFolder(id)}/${service}/database.json`;
}

/** What a backup begins with: what else lies in its folder counts only while this, or the manifest, is there. */
export function startPath(id: string): string {
  return `${backupFolder(id)}/started.json`;
}

export function listFolder(id: string): string {
  return `${backupFolder(id)}/objects/`;
}

export function manifestPath(id: string): string {
  return `${backupFolder(id)}/manifest.json`;
}

/** Rejects with BackupRefusedError for a backup that is not complete, not there, or of a form that is not known here. */
export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const manifest = await readJson<Manifest>(target, manifestPath(id));
  if (manifest === undefined)
    throw new BackupRefusedError(`backup ${id} is not complete or not there: it has no manifest.json`);
  const { format }: { readonly format: number } = manifest;
  if (format !== manifestFormat)
    throw new BackupRefusedError(
      `backup ${id} has format ${String(format)}, which this version does not know`,
    );
  return manifest;
}
