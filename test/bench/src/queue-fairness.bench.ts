import { startBenchPlatform } from './bench-platform.ts';
import { measureFairness } from './queue-fairness.ts';
import { temporaryFolder } from './temporary-folder.ts';

const bench = await startBenchPlatform(await temporaryFolder());
try {
  await measureFairness(bench.platform);
} finally {
  await bench.stop();
}
