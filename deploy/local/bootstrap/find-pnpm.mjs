import { spawnSync } from 'node:child_process';
import { PreparationError } from './preparation-error.mjs';

const PNPM_VERSION = '12.21.0';

/** The command that runs pnpm in the version of this workspace, and its first arguments. */
export function findPnpm() {
  if (works('pnpm', PNPM_VERSION)) return ['pnpm'];
  if (works('npx')) return ['npx', '-y', `pnpm@${PNPM_VERSION}`];
  throw new PreparationError(
    `Neither pnpm ${PNPM_VERSION} nor npx, which fetches it, was found. Install npm or pnpm ${PNPM_VERSION}.`,
  );
}

function works(command, version) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 && (version === undefined || stdout.trim() === version);
}
