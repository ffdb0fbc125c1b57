import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPnpm } from './find-pnpm.mjs';
import { currentStamp, pendingWork } from './install-stamp.mjs';
import { PreparationError } from './preparation-error.mjs';

const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|META_FETCH_FAIL|FETCH_FAIL/;

/** Installs packages and generates code if their sources changed since the last installation. */
export async function prepareWorkspace(root) {
  const stampFile = join(root, 'node_modules', '.assay-install');
  const current = currentStamp(root);
  const work = pendingWork(current, readStamp(stampFile));
  if (work === 'nothing' && existsSync(join(root, 'proto/gen'))) return;
  if (work === 'install') {
    say('Installing packages and generating code (only after they change)');
    await runPnpm(root, ['install', '--frozen-lockfile', '--reporter=append-only']);
  } else {
    say('The contract changed: generating code');
    await runPnpm(root, ['--filter', '@assay/proto', 'generate']);
  }
  writeFileSync(stampFile, JSON.stringify(current));
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function runPnpm(root, args) {
  const [command, ...before] = findPnpm();
  const said = [];
  const startedAt = Date.now();
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: [join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter),
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said.push(chunk.toString());
        process.stdout.write(chunk);
      });
    }
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) say(`Done after ${String(Math.round((Date.now() - startedAt) / 1000))} s`);
  else throw new PreparationError(explainFailure(said.join('')));
}

function explainFailure(output) {
  if (OFFLINE.test(output)) {
    return 'The package registry does not answer. Check the network and the proxy settings of npm, then run the command again.';
  }
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return 'pnpm-lock.yaml does not match the package files. Run `pnpm install`, review the change and commit it.';
  }
  return 'pnpm could not install the packages. See its output above.';
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
