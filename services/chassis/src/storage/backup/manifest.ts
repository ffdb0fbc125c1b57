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

/** A list of at most 1,000 objects, one JSON document per line. */
export interface ObjectListPart extends Part {
  readonly objects: number;
  readonly objectBytes: number;
}

/** The first file of a backup. */
export interface BackupStart {
  readonly startedAt: string;
}

/** The parts of a backup. It is written last, so a backup without a manifest is incomplete. */
export interface Manifest {
  readonly format: typeof manifestFormat;
  readonly id: string;
  readonly completedAt: string;
  /** In the order in which they were copied. */
  readonly databases: readonly DatabaseCopy[];
  readonly objects: readonly ObjectListPart[];
}

export const manifestFormat = 1;

/** Thrown when a backup or a restore is not possible. Its message is for operators. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/**
 * The services with databases in the order in which these are copied: a service comes before those whose records it refers to, so that each
 * copy contains what the earlier ones refer to. A record that no earlier copy knows is removed when its service queries the others. Services
 * may call each other in both directions, so the order is a list of its own.
 */
export const backupOrder = [
  'crowd-webhooks',
  'datasets',
  'verification',
  'projects-files',
  'billing',
  'identity-org',
] as const satisfies readonly ServiceName[];

export function backupFolder(id: string): string {
  if (!isBackupId(id))
    throw new BackupRefusedError(
      `BACKUP_ID ${id} is not valid. Use letters, digits, dots, dashes and underscores.`,
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

/**
 * The path of the first file of a backup. The other files in its folder count only while this file or the manifest
 * exists.
 */
export function startPath(id: string): string {
  return `${backupFolder(id)}/started.json`;
}

export function listFolder(id: string): string {
  return `${backupFolder(id)}/objects/`;
}

export function manifestPath(id: string): string {
  return `${backupFolder(id)}/manifest.json`;
}

/** Reads the manifest. Rejects with BackupRefusedError when the backup is incomplete, missing or of an unknown format. */
export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const manifest = await readJson<Manifest>(target, manifestPath(id));
  if (manifest === undefined)
    throw new BackupRefusedError(`backup ${id} has no manifest.json: it is incomplete or does not exist`);
  const { format }: { readonly format: number } = manifest;
  if (format !== manifestFormat)
    throw new BackupRefusedError(
      `backup ${id} has format ${String(format)}, which this version does not support`,
    );
  return manifest;
}
