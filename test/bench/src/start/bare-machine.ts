import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { findOnPath } from '@assay/local/servers/find-on-path';

const tools = [
  ...['node', 'npm', 'npx'],
  ...'awk basename bash cat chmod cp cut date dirname env expr find grep gzip head id kill ln ls mkdir mktemp'.split(
    ' ',
  ),
  ...'mv ps pwd readlink realpath rm rmdir sed sh sleep sort stat tail tar tee test touch tr true uname wc'.split(
    ' ',
  ),
  ...['which', 'xargs'],
];
/** Variables that name servers, or where something is kept from one run to the next. */
const left =
  /^(MONGODB|NATS|S3|REDIS|SMTP|OIDC|STRIPE|TLS|ASSAY|XDG|JAVA|MAVEN|M2|GO|PNPM|NODE_COMPILE|npm_)|_CACHE|FIND_LINKS/u;

/**
 * The environment of a machine that has Node, npm, Python and shell tools, and has kept nothing: its PATH and its home are
 * folders in this one. Settings of the network stay.
 */
export async function bareMachine(folder: string): Promise<Record<string, string>> {
  const { inherited, path } = readConfig();
  const bin = join(folder, 'bin');
  const home = join(folder, 'home');
  await Promise.all([mkdir(bin), mkdir(home)]);
  for (const name of tools) {
    const found = findOnPath(name, path);
    if (found !== undefined) await symlink(found, join(bin, name));
  }
  // What the PATH has may only choose among several versions, with tools that are not on the new one.
  const options = { encoding: 'utf8' } as const;
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], options).trim();
  await symlink(python, join(bin, 'python3'));
  const kept = Object.entries(inherited).filter(([name]) => !left.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: bin,
    HOME: home,
    // Java asks the system for the home, not the environment; Maven keeps its repository there.
    JAVA_TOOL_OPTIONS: `-Duser.home=${home}`,
  };
}
