import { startBenchPlatform } from './bench-platform.ts';
import { compareNeighbours } from './compare-neighbours.ts';
import { temporaryFolder } from './temporary-folder.ts';

const rounds = Number(process.argv[2] ?? 7);
const bench = await startBenchPlatform(await temporaryFolder());
try {
  await compareNeighbours(bench, rounds);
} finally {
  await bench.stop();
}
