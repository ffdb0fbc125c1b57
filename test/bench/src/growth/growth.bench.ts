/** Bytes and documents that operations read and write with more and more holds, files, runs and members. */
import { startBenchServers } from '../bench-servers.ts';
import { besideFiles } from './beside-files.ts';
import { besideHolds } from './beside-holds.ts';
import { besideMembers } from './beside-members.ts';
import { besideRuns } from './beside-runs.ts';
import { openWireMeter } from './wire-meter.ts';
import type { WireCost, WireMeter } from './wire-meter.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const mostGrowth = 1.2;
const sizes = [10, 1_000, 100_000];
/** To what one organization may have. */
const memberCounts = [10, 1_000, 10_000];

type Beside = (meter: WireMeter, count: number) => Promise<Record<string, WireCost>>;
const subjects: readonly (readonly [name: string, beside: Beside, counts: readonly number[]])[] = [
  ['open holds', besideHolds, sizes],
  ['files', besideFiles, sizes],
  ['verification runs', besideRuns, sizes],
  ['members', besideMembers, memberCounts],
];

/** Prints what each operation costs beside so many; false when one costs more than a fifth more beside more of them. */
async function measureGrowth(
  uri: string,
  [name, beside, counts]: (typeof subjects)[number],
): Promise<boolean> {
  const costs: Record<string, WireCost>[] = [];
  for (const count of counts) {
    const meter = await openWireMeter(uri, `growth-${name.replace(' ', '-')}-${count.toString()}`);
    costs.push(await beside(meter, count));
    await meter.db.dropDatabase();
    await meter.close();
  }
  const rows = Object.keys(costs[0] ?? {}).map((operation) => {
    const measured = costs.flatMap((cost) => cost[operation] ?? []);
    const cells = measured.map(({ bytes, documents }) => `${bytes.toString()} / ${documents.toString()}`);
    return { cells: [operation, ...cells, growthOf(measured).toFixed(2)], growth: growthOf(measured) };
  });
  say(`\n${name}: bytes on the wire / documents returned beside so many`);
  printTable(
    ['', ...counts.map((count) => count.toLocaleString('en')), 'growth'],
    ...rows.map(({ cells }) => cells),
  );
  return rows.every(({ growth }) => growth <= mostGrowth);
}

/** The greatest ratio to the cost beside the fewest, of bytes or documents. */
function growthOf([fewest, ...more]: readonly WireCost[]): number {
  const ratio = (before = 0, after = 0): number => (before === after ? 1 : after / before);
  return Math.max(
    ...more.flatMap(({ bytes, documents }) => [
      ratio(fewest?.bytes, bytes),
      ratio(fewest?.documents, documents),
    ]),
  );
}

const { servers, stop } = await startBenchServers(await temporaryFolder());
try {
  let isFlat = true;
  for (const subject of subjects) isFlat = (await measureGrowth(servers.mongodb.uri, subject)) && isFlat;
  say(`\nflat: ${isFlat ? 'met' : 'MISSED'} (at most ${mostGrowth.toString()})`);
  if (!isFlat) process.exitCode = 1;
} finally {
  await stop();
}
