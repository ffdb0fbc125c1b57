import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where one local platform keeps everything. */
export interface StateFolder {
  readonly root: string;
  readonly data: string;
  readonly logs: string;
  readonly reports: string;
  /** The mails the platform sent. */
  readonly mail: string;
  readonly secrets: string;
  readonly addresses: string;
  readonly lock: string;
  /** Remembers the project that local verifications go to; lives and dies with the data. */
  readonly project: string;
}

export function stateFolder(root: string): StateFolder {
  return {
    root,
    data: join(root, 'data'),
    logs: join(root, 'logs'),
    reports: join(root, 'reports'),
    mail: join(root, 'mail'),
    secrets: join(root, 'secrets.json'),
    addresses: join(root, 'local.json'),
    lock: join(root, 'start.lock'),
    project: join(root, 'data', 'project.json'),
  };
}

export interface LockHolder {
  readonly pid: number;
  /** Tells the process from a later one with the same number, where the system says when it began. */
  readonly began?: string | undefined;
  readonly baseUrl: string;
}

/** Takes the lock, or says who has it. A lock whose process is gone counts as none. */
export function takeLock(file: string, holder: LockHolder): LockHolder | undefined {
  const current = readLock(file);
  if (current !== undefined && current.pid !== holder.pid && isHeld(current)) return current;
  rmSync(file, { force: true });
  mkdirSync(join(file, '..'), { recursive: true });
  try {
    writeFileSync(file, JSON.stringify({ ...holder, began: beginningOf(holder.pid) }), { flag: 'wx' });
    return undefined;
  } catch {
    return readLock(file) ?? holder;
  }
}

export function releaseLock(file: string): void {
  rmSync(file, { force: true });
}

export function readLock(file: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isLockHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHeld({ pid, began }: LockHolder): boolean {
  return isAlive(pid) && (began === undefined || began === beginningOf(pid));
}

/** When a process began, in clock ticks since the machine did (proc(5), stat, field 22). */
function beginningOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isLockHolder(value: unknown): value is LockHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'baseUrl' in value &&
    typeof value.baseUrl === 'string'
  );
}
