import { sumProcessTree } from './process-tree.ts';

/** The processor time that is left for one file. Each job on the file reduces it by the time that it took. */
export interface CpuBudget {
  leftMs: number;
}

/** Watches the processor time of one job. */
export interface CpuWatch {
  /** True when the processor time of the job has a limit of its own. */
  readonly hasBudget: boolean;
  /** The processor time that the job took so far, in milliseconds; undefined where the kernel does not say. */
  usedMs(): number | undefined;
  /** Reads the time that the job took so far. Returns true when the budget is used up. */
  isOver(): boolean;
  /** Charges the budget with the time of the job. */
  charge(): void;
}

/** Begins to watch a process and its children. Without a budget, or where the kernel does not say the time, no budget is ever over. */
export function watchCpu(budget: CpuBudget | undefined, pid: number | undefined): CpuWatch {
  const read = (): number | undefined => (pid === undefined ? undefined : readCpuMs(pid));
  const startMs = read();
  // A process that has ended says nothing any more.
  let usedMs = 0;
  const look = (): number => (usedMs = Math.max(usedMs, (read() ?? 0) - (startMs ?? 0)));
  return {
    hasBudget: budget !== undefined,
    usedMs: () => (startMs === undefined ? undefined : look()),
    isOver: () => budget !== undefined && look() > budget.leftMs,
    charge() {
      if (budget !== undefined) budget.leftMs -= look();
    },
  };
}

/** The unit of times in /proc, which is the same on all architectures of Linux that Node supports. */
const msPerTick = 10;
/** Times of the process and of its children that have ended (proc(5), fields 14 to 17 of `stat`), counted after the name in parentheses. */
const timeFields = { first: 11, end: 15 } as const;

/** Returns the processor time of a process and its children in milliseconds; undefined where there is no /proc, or the process is gone. */
export function readCpuMs(pid: number): number | undefined {
  return sumProcessTree(pid, 'stat', (stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(timeFields.first, timeFields.end).map(Number);
    return ticks.reduce((sum, value) => sum + value, 0) * msPerTick;
  });
}
