import { readFileSync } from 'node:fs';

/** The most memory that was in use at any time, in bytes. */
export interface PeakMemory {
  readonly service: number;
  /** Of the largest of the processes that it started. */
  readonly worker: number;
}

const lookMs = 100;

/** Watches a process and those it starts, as Linux keeps the peak of each. */
export function watchMemory(pidOf: () => number | undefined): { readonly stop: () => PeakMemory } {
  let service = 0;
  let worker = 0;
  const look = (): void => {
    const pid = pidOf();
    if (pid === undefined) return;
    service = Math.max(service, peakOf(pid));
    worker = Math.max(worker, ...below(pid).map(peakOf));
  };
  const timer = setInterval(look, lookMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { service, worker };
    },
  };
}

function below(pid: number): number[] {
  const children = read(`/proc/${pid.toString()}/task/${pid.toString()}/children`).split(' ').filter(Boolean);
  return children.map(Number).flatMap((child) => [child, ...below(child)]);
}

function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/u.exec(read(`/proc/${pid.toString()}/status`))?.[1] ?? 0) * 1_024;
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
