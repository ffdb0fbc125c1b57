import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, readdir, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobRequest } from './job-types.ts';

/** The folder that a child sees, in which its parent puts the files of each job. */
export interface ChildFolder {
  /** Holds at most the files of the running job. */
  readonly files: string;
  /** Empty; where the child's view of the file system is built. */
  readonly root: string;
  /**
   * Puts a file there, under a name of its own where there are several; returns where the child finds it. The original stays and need
   * not be copied on the same volume.
   */
  put(path: string, name?: string): Promise<string>;
  /** Puts the files of a request there, and returns it as the child gets it; undefined when there is no such file. */
  putFiles(request: JobRequest): Promise<JobRequest | undefined>;
  /** Takes all of them out again. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

const prefix = 'assay-child-';
/** Tells the folders of this process from those of an earlier one with the same number, as containers have them. */
const ownName = `${process.pid}-${randomUUID().slice(0, 8)}`;
let sweeping: Promise<void> | undefined;

export async function createChildFolder(): Promise<ChildFolder> {
  sweeping ??= removeAbandoned();
  await sweeping;
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${ownName}-`));
  const files = join(folder, 'files');
  const root = join(folder, 'root');
  await Promise.all([mkdir(files), mkdir(root)]);
  const present = new Set<string>();
  const put = async (path: string, name = 'file'): Promise<string> => {
    const file = join(files, name);
    present.add(file);
    // A link costs nothing; across volumes there is none.
    await link(path, file).catch(() => copyFile(path, file));
    return file;
  };
  const clear = async (): Promise<void> => {
    // A file that is missing was not put there, and any other goes with the folder.
    await Promise.all(Array.from(present, (file) => unlink(file).catch(() => undefined)));
    present.clear();
  };
  return {
    files,
    root,
    put,
    clear,
    async putFiles(request) {
      try {
        return await placed(put, request);
      } catch {
        await clear();
        return undefined;
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

type Put = ChildFolder['put'];

/** The request with the paths under which the child sees its files. */
async function placed(put: Put, request: JobRequest): Promise<JobRequest> {
  const { input } = request;
  if (typeof input !== 'object' || input === null) return request;
  if ('path' in input) return { ...request, input: { ...input, path: await put(String(input.path)) } };
  if (!('paths' in input) || !Array.isArray(input.paths)) return request;
  const paths = await Promise.all(
    input.paths.map(async (path, index) => (path === null ? null : await put(String(path), `file-${index}`))),
  );
  const beside = 'beside' in input ? await putBeside(put, input.beside ?? {}) : {};
  return { ...request, input: { ...input, paths, beside } };
}

async function putBeside(put: Put, beside: object): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(beside) as [string, string][];
  return Object.fromEntries(
    await Promise.all(files.map(async ([name, path]) => [name, await put(path, name)] as const)),
  );
}

/** Removes what processes left that were killed. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir());
  const abandoned = names.filter((name) => name.startsWith(prefix) && !isInUse(name));
  await Promise.all(abandoned.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

function isInUse(name: string): boolean {
  const pid = Number(/^\d+/u.exec(name.slice(prefix.length))?.[0]);
  if (pid === process.pid) return name.startsWith(`${prefix}${ownName}-`);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
