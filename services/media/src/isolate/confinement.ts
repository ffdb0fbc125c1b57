import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createChildFolder } from './child-folder.ts';
import type { ChildFolder } from './child-folder.ts';
import type { ProcessEnd } from './job-failures.ts';
import { enterLandlock } from './landlock.ts';
import { enterNamespaces } from './namespaces.ts';
import { toolPath } from './system-paths.ts';
import type { Command } from './system-paths.ts';

/** How the kernel keeps children from everything but their file. */
export interface Confinement {
  /**
   * `namespaces`: a child sees no network, no other process and no file but the program's and its own.
   * `landlock`: a child sees the names of other files and processes, but opens no other file, no socket, and signals no other process.
   * `permissions`: Node refuses JavaScript the same files, but native code may still open others and the network.
   */
  readonly kind: 'namespaces' | 'landlock' | 'permissions';
  /** For the log of a process that starts children. */
  readonly description: string;
}

/** On Debian some libraries are links that lead through here. */
const alternatives = ['/etc/alternatives'];
/** Parts of the installation that a worker imports; they hold no secret. */
const programEntries = ['node_modules', 'services', 'proto', 'src', 'dist', 'package.json'];

/** The part of a logger that is told. */
export interface ConfinementLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Logs how children will be confined; called when a process starts that has some. */
export async function announceConfinement(logger: ConfinementLogger): Promise<void> {
  const confinement = await detectConfinement();
  const { kind, description } = confinement;
  logger[isConfined(confinement) ? 'info' : 'warn']({ confinement: kind }, description);
}

/** Returns true where the kernel confines native code too, so that FFmpeg may run. */
export function isConfined({ kind }: Confinement): boolean {
  return kind !== 'permissions';
}

let detected: Promise<Confinement> | undefined;

/** Returns the strongest confinement that this machine allows; each is tried once with a child that does nothing. */
export function detectConfinement(): Promise<Confinement> {
  detected ??= detectKind();
  return detected;
}

async function detectKind(): Promise<Confinement> {
  const refusals: string[] = [];
  for (const kind of kernelKinds) {
    const refusal = await findRefusal(kind);
    if (refusal === undefined) return { kind, description: descriptions[kind] };
    refusals.push(`${kind}: ${refusal}`);
  }
  return { kind: 'permissions', description: `${descriptions.permissions} (${refusals.join('; ')})` };
}

/** Strongest first. */
const kernelKinds = ['namespaces', 'landlock'] as const;

const descriptions = {
  namespaces: 'files are decoded in namespaces: without network, seeing the program and one folder',
  landlock:
    'files are decoded under Landlock and seccomp: without network, reading the program and one folder',
  permissions: 'files are decoded under the permission model of Node alone, since the kernel refuses more',
} as const;

/**
 * Builds the command that runs another program than Node so that it sees its libraries and `folder`. Under `permissions` only the limits
 * of time and memory are between the program and the rights of its user.
 */
export function confinedProgram(
  { kind }: Confinement,
  folder: ChildFolder,
  { file, args }: Command,
): Command {
  const program = realpathSync(file);
  if (kind === 'permissions') return { file: program, args };
  return enter[kind]([...alternatives, program], folder, [program, ...args]);
}

/** Builds the command that runs Node with these arguments so that it sees the worker's program and `folder`. */
export function confinedCommand(
  { kind }: Confinement,
  { workerUrl, folder }: { readonly workerUrl: URL; readonly folder: ChildFolder },
  nodeArgs: readonly string[],
): Command {
  const node = realpathSync(process.execPath);
  const programs = programPaths(workerUrl);
  const readable = [...programs, folder.files];
  const permissions = [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
  const args = [...permissions, ...nodeArgs];
  if (kind === 'permissions') return { file: node, args };
  // A path below an earlier one is visible already.
  return enter[kind]([...programs, node], folder, [node, ...args]);
}

const enter = { namespaces: enterNamespaces, landlock: enterLandlock } as const;

/**
 * How a confined worker ended. Before util-linux 2.40 `unshare` cannot end by the SIGKILL that its child ended by, and exits with 1
 * instead, with which no worker does: https://github.com/util-linux/util-linux/issues/2614
 */
export function workerEnd({ kind }: Confinement, end: ProcessEnd): ProcessEnd {
  return kind === 'namespaces' && end.code === 1 ? killedWithin : end;
}

/** How another program ended, which may well end with 1: only `unshare` complains after all that it said. */
export function programEnd({ kind }: Confinement, end: ProcessEnd, messages: string): ProcessEnd {
  const isComplaint = messages.trimEnd().split('\n').at(-1)?.startsWith('unshare: ') === true;
  return kind === 'namespaces' && end.code === 1 && isComplaint ? killedWithin : end;
}

const killedWithin: ProcessEnd = { code: null, killer: 'SIGKILL' };

/** The parts of the installation that the worker is in: the outermost folder above it that has packages. */
function programPaths(workerUrl: URL): string[] {
  const folderOfWorker = realpathSync(dirname(fileURLToPath(workerUrl)));
  let root = folderOfWorker;
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) root = folder;
  }
  return programEntries.map((entry) => join(root, entry)).filter(existsSync);
}

/** Returns the reason why the machine refuses a confinement, or undefined where it works. */
export async function findRefusal(kind: keyof typeof enter): Promise<string | undefined> {
  try {
    if (process.platform !== 'linux') return 'this is not Linux';
    // The parent finds the memory of a child in a process namespace by this list.
    if (kind === 'namespaces') readFileSync(`/proc/self/task/${process.pid}/children`);
    await tryCommand(kind);
    return undefined;
  } catch (error) {
    return readReason(error);
  }
}

async function tryCommand(kind: keyof typeof enter): Promise<void> {
  const folder = await createChildFolder();
  try {
    const node = realpathSync(process.execPath);
    const { file, args } = enter[kind]([node], folder, [node, '--version']);
    await promisify(execFile)(file, args, { env: { PATH: toolPath }, timeout: 20_000 });
  } finally {
    await folder.remove();
  }
}

function readReason(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr === undefined || stderr === '' ? message : stderr).trim().split('\n').at(-1) ?? '';
}
