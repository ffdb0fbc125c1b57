import { existsSync } from 'node:fs';
import { join } from 'node:path';

const WANTED_MAJOR = 24;

/** The Node that runs this when it is new enough, else the one that came as a package; undefined when there is neither. */
export function findNode24(root) {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(packaged) ? packaged : undefined;
}
