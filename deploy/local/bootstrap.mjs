// Runs on any Node from 20 up with nothing installed: makes the rest possible, then hands over to Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { findNode24 } from './bootstrap/find-node.mjs';
import { PreparationError } from './bootstrap/preparation-error.mjs';
import { prepareWorkspace } from './bootstrap/prepare-workspace.mjs';

const root = resolve(import.meta.dirname, '../..');
const local = ['start', 'verify', 'test', 'bench', 'faults', 'calibrate', 'evaluate', 'verify-bundle'];
/** The script of each command. */
const scripts = {
  ...Object.fromEntries(local.map((command) => [command, `deploy/local/src/${command}.ts`])),
  build: 'deploy/images/src/build.ts',
  charts: 'deploy/charts/src/main.ts',
  cluster: 'deploy/charts/src/cluster.ts',
  compose: 'deploy/images/src/compose.ts',
  images: 'deploy/images/src/images.ts',
};

async function main([command, ...args]) {
  if (!Object.hasOwn(scripts, command ?? '')) {
    const commands = Object.keys(scripts).join('|');
    throw new PreparationError(`usage: node deploy/local/bootstrap.mjs ${commands} [arguments]`, 2);
  }
  await prepareWorkspace(root);
  const node = findNode24(root);
  if (node === undefined) {
    throw new PreparationError(
      `Assay needs Node 24, and npm has no package of it for ${process.platform}-${process.arch}. Install Node 24 and run the command again.`,
    );
  }
  const script = join(root, scripts[command]);
  if (!existsSync(script))
    throw new PreparationError(`${script} is missing. Check out the whole repository.`);
  return handOver(node, ['--conditions=source', script, ...args]);
}

/** Runs the command under Node 24 and ends as it ends. Signals are passed on; the command decides what they mean. */
function handOver(node, args) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  const cacheHome = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const child = spawn(node, args, {
    // The channel tells the command when this process is gone, even if it was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Halves the time each of the processes takes to load its modules from the second start on.
    env: { NODE_COMPILE_CACHE: join(cacheHome, 'assay', 'modules'), ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code, signal) => {
      done(signal === null ? (code ?? 1) : 1);
    });
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof PreparationError ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = error instanceof PreparationError ? error.exitCode : 1;
}
