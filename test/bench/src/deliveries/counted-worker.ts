/** Runs a process of crowd-webhooks that counts its commands to the database and its messages to NATS. The parent asks for the counts. */
import { setFlagsFromString } from 'node:v8';
import type { EventConnection } from '@assay/chassis/events/connection';
import { fixYoungGeneration } from '@assay/chassis/process/heap/young-generation';
import { mebibytes } from '@assay/chassis/units';

/** Counts of a process since its start. */
export interface SentCounts {
  /** Keyed by the name of the command with its collection. */
  readonly commands: Readonly<Record<string, number>>;
  /** Messages to NATS: pull requests, acknowledgements and published events. */
  readonly messages: number;
}

// As main.ts of the service.
fixYoungGeneration(mebibytes(4));
setFlagsFromString('--heap-growing-percent=40');
const { configFrom } = await import('@assay/crowd-webhooks/config');
const { startService } = await import('@assay/crowd-webhooks/service');

const commands: Record<string, number> = {};
let connection: EventConnection | undefined;
const running = await startService(configFrom(process.env), {
  onCommand({ commandName, command }) {
    const name = `${commandName} ${String(command[commandName])}`;
    commands[name] = (commands[name] ?? 0) + 1;
  },
  onEvents: (events) => (connection = events),
});
process.on('message', () => {
  process.send?.({ commands, messages: connection?.nc.stats().outMsgs ?? 0 } satisfies SentCounts);
});
process.once('disconnect', () => void running.stop().finally(() => process.exit()));
process.send?.('started');
