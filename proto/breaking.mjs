import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compares the contract with the one on the main branch, and fails on a breaking change. It passes with a message if there is
 * no main branch, or no contract on it.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const git = (...args) => spawnSync('git', args, { cwd: dirname(folder), encoding: 'utf8' });

const baseline = ['origin/main', 'main'].find(
  (ref) => git('rev-parse', '--verify', '--quiet', `${ref}:proto/buf.yaml`).status === 0,
);
if (baseline === undefined) {
  console.log('proto: breaking changes are not checked, because no main branch with a contract was found');
} else {
  const temporary = mkdtempSync(join(tmpdir(), 'assay-proto-'));
  const archive = join(temporary, 'baseline.tar');
  const { status, stderr } = git('archive', '--output', archive, `${baseline}:proto`);
  if (status !== 0) throw new Error(`git archive ${baseline}: ${stderr}`);
  process.exitCode =
    spawnSync('buf', ['breaking', '--against', archive], { cwd: folder, stdio: 'inherit' }).status ?? 1;
  rmSync(temporary, { recursive: true });
}
