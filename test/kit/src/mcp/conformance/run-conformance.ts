import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectedFailures } from './expected-failures.ts';

/** Runs the server scenarios of the official MCP conformance suite that a revision requires against an address. Rejects with the
 * summary unless exactly the expected ones fail. */
export async function runConformance(
  url: string,
  { revision, target }: { readonly revision: string; readonly target: keyof typeof expectedFailures },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const baseline = join(folder, 'expected.yaml');
    await writeFile(baseline, JSON.stringify({ server: expectedFailures[target] }));
    const options = ['--url', url, '--requirements', revision, '--expected-failures', baseline];
    await execute(['server', ...options]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function execute(options: readonly string[]): Promise<void> {
  const command = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
  // Without the condition `source`, which leads Node.js to TypeScript in published packages.
  const env = { ...process.env, NODE_OPTIONS: '' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, ...options], { env, maxBuffer: 100_000_000 }, (error, out, err) => {
      if (error === null) resolve();
      else reject(new Error((out + err).replace(/^.*=== SUMMARY ===/su, '')));
    });
  });
}
