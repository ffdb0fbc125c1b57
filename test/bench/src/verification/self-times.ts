import type { Profiler } from 'node:inspector';

/** Where the time of a profile was spent. */
export interface SelfTime {
  /** A source file of the project, or what it is instead. */
  readonly where: string;
  readonly share: number;
}

const shown = 12;

/** By source file, the largest share first. */
export function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly SelfTime[] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const spent = new Map<string, number>();
  let whole = 0;
  for (const [index, id] of samples.entries()) {
    const where = places.get(id) ?? '';
    const time = timeDeltas[index] ?? 0;
    if (where === '(idle)') continue;
    spent.set(where, (spent.get(where) ?? 0) + time);
    whole += time;
  }
  return [...spent]
    .map(([where, time]) => ({ where, share: time / whole }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, shown);
}

function placeOf({ url, functionName }: { readonly url: string; readonly functionName: string }): string {
  const own = /services\/(.+)$/u.exec(url)?.[1];
  if (own !== undefined) return own.replace('/src/', ': ');
  return url === ''
    ? functionName
    : (/node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/u.exec(url)?.[1] ?? url);
}
