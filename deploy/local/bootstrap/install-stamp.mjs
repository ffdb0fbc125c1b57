import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFolders = ['proto', 'gateway', 'deploy/local'];
const foldersOfPackages = ['services', 'test'];

/** What an installation depends on, as two hashes: the packages, and the contract whose code is generated. */
export function currentStamp(root) {
  return { packages: hashOf(root, packageFiles(root)), proto: hashOf(root, protoFiles(root)) };
}

/** What is left to do: `install` (which generates too), `generate` or `nothing`. */
export function pendingWork(current, stamped) {
  if (stamped === undefined || stamped.packages !== current.packages) return 'install';
  return stamped.proto === current.proto ? 'nothing' : 'generate';
}

function packageFiles(root) {
  const nested = foldersOfPackages.flatMap((folder) => foldersIn(root, folder));
  const manifests = [...packageFolders, ...nested].map((folder) => join(folder, 'package.json'));
  return ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', ...manifests];
}

function protoFiles(root) {
  const sources = filesBelow(root, 'proto').filter((file) => file.endsWith('.proto'));
  return ['proto/buf.yaml', 'proto/buf.gen.yaml', ...sources];
}

function hashOf(root, files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version}`);
  for (const file of files.toSorted()) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function foldersIn(root, folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

function filesBelow(root, folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'gen'].includes(entry.name) ? [] : filesBelow(root, file);
    return [file];
  });
}
