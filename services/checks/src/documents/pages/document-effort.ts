/** How much work a check may do on one document. Counts of work give the same report on any machine, whatever its load. */
export interface DocumentEffort {
  /** Drawing operators, pieces of text and annotations that are read, with a fixed price for each page. */
  readonly operators: number;
  /** Pixels that are drawn. */
  readonly pixels: number;
  /** Milliseconds of processor time of the process: the last limit, for pages that cost more than their size tells. */
  readonly cpuMs: number;
}

export const fullEffort: DocumentEffort = { operators: 4_000_000, pixels: 300_000_000, cpuMs: 15_000 };

/** The price of opening a page, in operators. */
export const pageCost = 500;

/** Counts the work of one search. */
export interface WorkBudget {
  /** Returns true while the search may begin another part. */
  readonly goesOn: () => boolean;
  readonly spend: (units: number) => void;
  readonly isOutOfTime: () => boolean;
  /** Returns why the search ended before its end. */
  readonly limit: () => 'limit' | 'time';
}

/** Starts a search that may take so many units of work. */
export function startWork(units: number, cpuMs: number, signal?: AbortSignal): WorkBudget {
  const started = process.cpuUsage();
  let left = units;
  let wasOutOfTime = false;
  const isOutOfTime = (): boolean => {
    const { user, system } = process.cpuUsage(started);
    return (wasOutOfTime ||= (user + system) / 1000 > cpuMs);
  };
  return {
    isOutOfTime,
    goesOn: () => {
      signal?.throwIfAborted();
      return left > 0 && !isOutOfTime();
    },
    spend: (count) => {
      left -= count;
    },
    limit: () => (wasOutOfTime ? 'time' : 'limit'),
  };
}
