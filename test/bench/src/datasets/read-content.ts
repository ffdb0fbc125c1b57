import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { observeCpu, sumCpu } from '../process-cpu.ts';
import type { Pids } from '../process-cpu.ts';
import { readMemory, resetPeak } from '../process-peak.ts';

/** Reads an answer to its end without keeping it. Returns the number of bytes. */
export async function readAnswer({ baseUrl, apiKey }: LaunchedPlatform, path: string): Promise<number> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status.toString()}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return bytes;
}

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

/** Returns the CPU time of this process for some repetitions of an operation, in ms for each. */
export async function measureOwnCpu(repetitions: number, operation: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < repetitions; count += 1) await operation();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / repetitions;
}

/** Returns by how many bytes the memory of each process rises above its memory before the operation. */
export async function measureAddedMemory(
  platform: LaunchedPlatform,
  operation: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const readers = Object.entries(listReaders(platform));
  const before = new Map(
    readers.map(([name, pid]) => {
      const { resident } = readMemory(pid);
      resetPeak(pid);
      return [name, resident] as const;
    }),
  );
  await operation();
  return Object.fromEntries(
    readers.map(([name, pid]) => [name, Math.max(0, readMemory(pid).peak - (before.get(name) ?? 0))]),
  );
}
