import { spawnSync } from 'node:child_process';

/** Compares the contract with the one on the main branch; a breaking change fails. Needs a git history. */
const buf = (...args) => spawnSync('buf', args, { stdio: 'inherit' }).status ?? 1;
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

const baseline = ['origin/main', 'main']
  .map((ref) => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).stdout.trim())
  .find((commit) => commit !== '');
const root = git('rev-parse', '--show-toplevel').stdout.trim();
if (baseline === undefined || root === '') {
  console.log('proto: no main branch to compare with');
} else {
  process.exitCode = buf('breaking', '--against', `${root}/.git#ref=${baseline},subdir=proto`);
}
