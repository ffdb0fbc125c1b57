import type { ChildFolder } from './child-folder.ts';
import { devices, findTool, systemLibraries } from './system-paths.ts';
import type { Command } from './system-paths.ts';

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

/** Builds the command that runs a program in new namespaces, where it sees `visible`, the system's libraries and the files of `folder`. */
export function enterNamespaces(
  visible: readonly string[],
  { files, root }: ChildFolder,
  program: readonly string[],
): Command {
  const setpriv = findTool('setpriv');
  const unshare = [findTool('unshare'), ...namespaces, ...forked, '--'];
  const paths = [...systemLibraries, ...devices, ...visible, files, setpriv];
  const enter = ['/bin/sh', '-c', enterScript, 'enter', root, ...paths, '--'];
  // Both `setpriv` end with their parent, and the program with them.
  const outer = ['--pdeathsig', 'KILL', '--'];
  const inner = [setpriv, ...droppedPrivileges, '--'];
  return { file: setpriv, args: [...outer, ...unshare, ...enter, ...inner, ...program] };
}
