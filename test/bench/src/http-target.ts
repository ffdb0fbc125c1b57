import autocannon from 'autocannon';
import type { Round } from './adjacent.ts';
import { cpuMs } from './process-cpu.ts';

const connections = 16;

/** Rounds of load until the compiler of a gateway in JavaScript has seen enough of it. */
export const loadWarmUps = 3;

export interface HttpTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The processes whose CPU time is counted, by name; none of them is the one that sends the requests. */
  readonly pids: Readonly<Record<string, number>>;
  /** When given, it is posted as JSON. */
  readonly body?: string;
}

/** Asks the target over 16 connections for some seconds. Rejects unless every request was answered with 2xx. */
export async function load({ url, headers, pids, body }: HttpTarget, seconds: number): Promise<Round> {
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)] as const);
  const before = new Map(used());
  const posted = body === undefined ? {} : { method: 'POST' as const, body };
  const result = await autocannon({ url, headers, connections, duration: seconds, ...posted });
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${answered} answered, ${result.non2xx} refused, ${result.errors} failed`);
  }
  const spent = used().map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1000) / answered]);
  return { requestsPerSecond: answered / result.duration, cpuMicroseconds: Object.fromEntries(spent) };
}

/** The pids of those processes that this machine runs itself. */
export function pidsOf(
  processes: Readonly<Record<string, { readonly pid?: number | undefined } | undefined>>,
): Record<string, number> {
  const known = Object.entries(processes).flatMap(([name, process]) =>
    process?.pid === undefined ? [] : [[name, process.pid] as const],
  );
  return Object.fromEntries(known);
}
