import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { observeCpu, sumCpu } from '../process-cpu.ts';
import type { Pids } from '../process-cpu.ts';

/** The processes that read the content of versions. */
export function listReaders({ processes }: LaunchedPlatform): Pids {
  const { gateway, datasets, 'projects-files': files } = processes;
  return { gateway: gateway.pid ?? 0, datasets: datasets.pid ?? 0, 'projects-files': files.pid ?? 0 };
}

/** Returns the CPU time of the platform for some repetitions of an operation, in ms for each, without `atRest` ms a second. */
export async function measureCpu(
  platform: LaunchedPlatform,
  { repetitions, atRest }: { readonly repetitions: number; readonly atRest: number },
  operation: () => Promise<unknown>,
): Promise<number> {
  const { spent, seconds } = await observeCpu(listReaders(platform), async () => {
    for (let count = 0; count < repetitions; count += 1) await operation();
  });
  return (sumCpu(spent) - atRest * seconds) / repetitions;
}
