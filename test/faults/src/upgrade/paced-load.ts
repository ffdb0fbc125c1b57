import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayClient } from '../rolling-restart/rolling-restart-client.ts';
import { ask } from '../rolling-restart/rolling-restart-load.ts';
import type { Operation, Outcome } from '../rolling-restart/rolling-restart-load.ts';

export interface PacedLoad {
  /** Of this client. */
  readonly perSecond: number;
  readonly stopping: AbortSignal;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** What makes work for others is asked this much less often than what only reads and writes. */
const heavyEach = 10;
const heavy = new Set(['start a run', 'upload a file']);

/** Asks one operation after the other at this rate, or as fast as they are answered where that is slower; never rejects. */
export async function keepAskingAtRate(
  client: GatewayClient,
  operations: readonly Operation[],
  { perSecond, stopping, onOutcome }: PacedLoad,
): Promise<void> {
  let dueAt = performance.now();
  const isOver = (): boolean => stopping.aborted;
  for (let round = 0; !isOver(); round += 1) {
    for (const operation of operations) {
      if (heavy.has(operation.name) && round % heavyEach !== 0) continue;
      await pause(Math.max(0, dueAt - performance.now()));
      if (isOver()) return;
      dueAt = Math.max(dueAt, performance.now() - 1_000) + 1_000 / perSecond;
      await ask(client, { ...operation, isRepeated: true }, onOutcome);
    }
  }
}
