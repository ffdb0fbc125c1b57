import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPnpm } from './find-pnpm.mjs';
import { currentStamp, pendingWork } from './install-stamp.mjs';
import { PreparationError } from './preparation-error.mjs';

const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|META_FETCH_FAIL|FETCH_FAIL/;

/** Installs packages and generates code where something they depend on has changed since the last time. */
export async function prepareWorkspace(root) {
  const stampFile = join(root, 'node_modules', '.assay-install');
  const current = currentStamp(root);
  const work = pendingWork(current, readStamp(stampFile));
  if (work === 'nothing' && existsSync(join(root, 'proto/gen'))) return;
  if (work === 'install') {
    say('Installing packages and generating code (only when they change)');
    await runPnpm(root, ['install', '--frozen-lockfile', '--reporter=append-only']);
  } else {
    say('Generating code from the contract, which has changed');
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
    return 'The package registry could not be reached: check the network or the proxy settings of npm, then start again';
  }
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return 'pnpm-lock.yaml does not fit the package files: run `pnpm install`, look at the change, commit it';
  }
  return 'The packages could not be installed; the reason is above';
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
