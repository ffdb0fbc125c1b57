import { setTimeout as delay } from 'node:timers/promises';
import { lastErrorLine, readTail } from './log-tail.ts';
import type { ProcessExit } from './process-handle.ts';
import { describeExit } from './restartable-process.ts';
import type { RestartableProcess } from './restartable-process.ts';
import { decideRestart } from './restart-policy.ts';

export interface KeepAliveOptions {
  readonly say: (line: string) => void;
  readonly isStopping: () => boolean;
  /** Called once, when a process keeps stopping. */
  readonly giveUp: (line: string) => void;
}

/** Restarts a process that dies, and prints the reason in one line each time. */
export function keepAlive(running: RestartableProcess, options: KeepAliveOptions): void {
  const deaths: number[] = [];
  const revive = async (cause: string): Promise<void> => {
    if (options.isStopping()) return;
    deaths.push(Date.now());
    const account = `${running.name} stopped (${cause}), log: ${running.logFile}`;
    const decision = decideRestart(deaths);
    if (decision.kind === 'give-up') {
      options.giveUp(`${account}. It stopped too often, so the platform stops. See the log.`);
      return;
    }
    options.say(`${account}. Restarting it.`);
    await delay(decision.afterMs);
    if (options.isStopping()) return;
    await running.restart().then(
      () => {
        options.say(`${running.name} is ready again`);
      },
      async (error: unknown) => revive(error instanceof Error ? error.message : String(error)),
    );
  };
  running.onDeath((exit) => void revive(causeOf(exit, running.logFile)));
}

/** A killed process logged no reason; one that ended by itself may have logged an error. */
function causeOf(exit: ProcessExit, logFile: string): string {
  const words = exit.signal === null ? lastErrorLine(readTail(logFile)) : undefined;
  return [describeExit(exit), words].filter((part) => part !== undefined).join(': ');
}
