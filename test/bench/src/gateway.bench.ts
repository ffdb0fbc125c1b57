/** What a request costs the gateway, beside Fastify, Go and another commit. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBenchPlatform } from './bench-platform.ts';
import { checkOut, commitOf } from './checkout.ts';
import { compareCommits } from './gateway/compare-commits.ts';
import { compareNeighbours } from './gateway/compare-neighbours.ts';
import { say } from './report.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const rounds = Number(positionals[0] ?? 7);
const folder = await temporaryFolder();
const before = values.against === undefined ? undefined : await checkOutBefore(values.against);
const bench = await startBenchPlatform(folder);
try {
  await (before === undefined ? compareNeighbours(bench, rounds) : compareCommits(bench, before, rounds));
} finally {
  await bench.stop();
}

async function checkOutBefore(reference: string): Promise<string> {
  const commit = await commitOf(reference);
  const checkout = join(folder, 'before');
  say(`before: ${commit}; present: the files as they are, on ${await commitOf('HEAD')}\n`);
  await checkOut(commit, checkout);
  return checkout;
}
