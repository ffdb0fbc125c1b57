/** CPU of the gateway per request, against Fastify, Go and another commit. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, resolveCommit } from '@assay/test-kit/processes/checkout';
import { startBenchPlatform } from '../bench-platform.ts';
import { startBenchServers } from '../bench-servers.ts';
import { compareCommits } from './compare-commits.ts';
import { compareNeighbours } from './compare-neighbours.ts';
import { say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const rounds = Number(positionals[0] ?? 7);
const folder = await temporaryFolder();
if (values.against === undefined) {
  const bench = await startBenchPlatform(folder);
  try {
    await compareNeighbours(bench, rounds);
  } finally {
    await bench.stop();
  }
} else {
  const before = await checkOutBefore(values.against);
  const backing = await startBenchServers(folder);
  try {
    await compareCommits({ ...backing, folder }, before, rounds);
  } finally {
    await backing.stop();
  }
}

async function checkOutBefore(reference: string): Promise<string> {
  const commit = await resolveCommit(reference);
  const checkout = join(folder, 'before');
  say(`before: ${commit}; present: the files as they are, on ${await resolveCommit('HEAD')}\n`);
  await checkOut(commit, checkout);
  return checkout;
}
