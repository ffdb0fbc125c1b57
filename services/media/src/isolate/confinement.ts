import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createChildFolder } from './child-folder.ts';
import type { ChildFolder } from './child-folder.ts';
import type { ProcessEnd } from './job-failures.ts';

/** How children are kept from everything but their file. */
export interface Confinement {
  /**
   * `namespaces`: the kernel shows a child no network, no other process and no file but the program's and its own.
   * `permissions`: Node refuses JavaScript the same files, but native code may still open others and the network.
   */
  readonly kind: 'namespaces' | 'permissions';
  /** For the log of a process that starts children. */
  readonly description: string;
}

/** A program and its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** What native code may load, and the only devices. What is missing is left out. */
const systemPaths = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache'],
  ...['/dev/null', '/dev/urandom'],
];
/** On Debian some libraries are links that lead through here. */
const alternatives = ['/etc/alternatives'];
/** What of the installation a worker imports; nothing in there is secret. */
const programEntries = ['node_modules', 'services', 'proto', 'src', 'dist', 'package.json'];
/** Where the tools below are looked for. */
export const toolPath = '/usr/sbin:/usr/bin:/sbin:/bin';
const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc', '--uts', '--pid'];
/** A child in a process namespace is the child of `unshare`, which takes it along when it is killed. */
const forked = ['--fork', '--kill-child=SIGKILL'];
const droppedPrivileges = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];

/**
 * Builds a root of read-only views on the given paths, and begins the program in it. `$1` is an empty folder to build in; the paths end
 * with `--`. Without privileges the program cannot leave a changed root.
 */
const enterScript = `
set -eu
root=$1; shift
mount -t tmpfs -o mode=755,size=1m none "$root"
while [ "$1" != -- ]; do
  path=$1; shift
  if [ ! -e "$path" ] || [ -e "$root$path" ]; then continue; fi
  mkdir -p "$root$(dirname "$path")"
  if [ -L "$path" ]; then cp -P "$path" "$root$path"; continue; fi
  if [ -d "$path" ]; then mkdir "$root$path"; else : > "$root$path"; fi
  mount --rbind "$path" "$root$path"
  case $path in /dev/*) ;; *) mount -o remount,bind,ro,nosuid,nodev "$root$path" ;; esac
done
shift
mount -o remount,ro "$root"
exec chroot "$root" "$@"
`;

/** The part of a logger that is told. */
export interface ConfinementLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Says how children will be confined; called when a process starts that has some. */
export async function announceConfinement(logger: ConfinementLogger): Promise<void> {
  const { kind, description } = await detectConfinement();
  logger[kind === 'namespaces' ? 'info' : 'warn']({ confinement: kind }, description);
}

let detected: Promise<Confinement> | undefined;

/** What this machine allows; tried once with a child that does nothing. */
export function detectConfinement(): Promise<Confinement> {
  detected ??= tryNamespaces().then(
    () => ({
      kind: 'namespaces',
      description: 'files are decoded in namespaces: without network, seeing the program and one folder',
    }),
    (error: unknown) => ({
      kind: 'permissions',
      description: `files are decoded under the permission model of Node alone, since namespaces are refused: ${reasonOf(error)}`,
    }),
  );
  return detected;
}

/**
 * The command that runs another program than Node so that it sees its libraries and `folder`. Without namespaces nothing but the limits
 * of {@link limitedCommand} is between the program and what its user may do.
 */
export function confinedProgram(
  { kind }: Confinement,
  folder: ChildFolder,
  { file, args }: Command,
): Command {
  if (kind === 'permissions') return { file, args };
  const program = realpathSync(file);
  return namespaced([...systemPaths, ...alternatives, folder.files, program], folder, [program, ...args]);
}

/** The command that runs Node with these arguments so that it sees the worker's program and `folder`. */
export function confinedCommand(
  { kind }: Confinement,
  { workerUrl, folder }: { readonly workerUrl: URL; readonly folder: ChildFolder },
  nodeArgs: readonly string[],
): Command {
  const node = realpathSync(process.execPath);
  const readable = [...programPaths(workerUrl), folder.files];
  const permissions = [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
  const args = [...permissions, ...nodeArgs];
  if (kind === 'permissions') return { file: node, args };
  // What lies in a folder that comes before it is there already.
  return namespaced([...systemPaths, ...readable, node], folder, [node, ...args]);
}

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

function namespaced(visible: readonly string[], { root }: ChildFolder, program: readonly string[]): Command {
  const setpriv = toolAt('setpriv');
  const unshare = [toolAt('unshare'), ...namespaces, ...forked, '--'];
  const enter = ['/bin/sh', '-c', enterScript, 'enter', root, ...visible, setpriv, '--'];
  return {
    file: setpriv,
    // What confines the child dies with its parent, and the child with it, whatever it is doing.
    args: [
      '--pdeathsig',
      'KILL',
      '--',
      ...unshare,
      ...enter,
      setpriv,
      ...droppedPrivileges,
      '--',
      ...program,
    ],
  };
}

function toolAt(name: string): string {
  const found = toolPath
    .split(':')
    .map((folder) => join(folder, name))
    .find(existsSync);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** The parts of the installation that the worker is in: the outermost folder above it that has packages. */
function programPaths(workerUrl: URL): string[] {
  const folderOfWorker = realpathSync(dirname(fileURLToPath(workerUrl)));
  let root = folderOfWorker;
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) root = folder;
  }
  return programEntries.map((entry) => join(root, entry)).filter(existsSync);
}

async function tryNamespaces(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('this is not Linux');
  // The memory of a child in a process namespace is found by way of its parent.
  readFileSync(`/proc/self/task/${process.pid}/children`);
  const folder = await createChildFolder();
  try {
    const node = realpathSync(process.execPath);
    const { file, args } = namespaced([...systemPaths, folder.files, node], folder, [node, '--version']);
    await promisify(execFile)(file, args, { env: { PATH: toolPath }, timeout: 20_000 });
  } finally {
    await folder.remove();
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr === undefined || stderr === '' ? message : stderr).trim().split('\n').at(-1) ?? '';
}
