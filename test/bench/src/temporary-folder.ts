import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';

/** A folder that is removed when this process ends, be it interrupted. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(readConfig().temporaryDir, 'assay-bench-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return folder;
}
