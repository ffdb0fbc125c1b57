import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { Environment } from '../config.ts';
import { connectNats } from '../events/connection.ts';
import { openDeadLetterBox } from '../events/dead-letter-box.ts';
import type { DeadLetter, DeadLetterBox } from '../events/dead-letter-box.ts';
import { createDueEventStore } from '../events/due-event-store.ts';
import { createLogger } from '../logger.ts';
import { connectMongo } from '../mongo/connect.ts';
import { createLifecycle } from './lifecycle.ts';
import { mongoSettings, natsSettings } from './settings.ts';

const usage = 'usage: dead-letters [list | read <number> | send-again <number> … | send-again all]';

/** What an operator does about the events that consumers of a service gave up: `list`, `read` and `send-again`. */
export async function manageDeadLetters(service: string, environment: Environment): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const name = `${service}-dead-letters`;
  const logger = createLogger({ name, level: 'warn' });
  const lifecycle = createLifecycle(logger);
  try {
    const config = readConfig({ ...mongoSettings, ...natsSettings }, environment);
    const { mongodbUri: uri, mongodbDatabase: database, natsUrl: url, natsNamespace: namespace } = config;
    const mongo = await connectMongo({ uri, database, appName: name });
    lifecycle.onStop('mongodb', () => mongo.close());
    const events = await connectNats({ url, namespace, name, logger });
    lifecycle.onStop('nats', () => events.close());
    const box = openDeadLetterBox(events, createDueEventStore(mongo.db, systemClock), service);
    await obey(box, positionals);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await lifecycle.stop();
  }
}

async function obey(box: DeadLetterBox, [command = 'list', ...rest]: readonly string[]): Promise<void> {
  const numbers = rest.map(Number);
  switch (command) {
    case 'list':
      for await (const letter of box.list()) say(lineOf(letter));
      return;
    case 'read':
      for (const number of numbers) {
        const found = await box.read(number);
        say(found === undefined ? `there is no letter ${number}` : JSON.stringify(found, null, 2));
      }
      return;
    case 'send-again':
      for (const number of rest[0] === 'all' ? await allOf(box) : numbers) {
        const isSent = await box.sendAgain(number);
        say(isSent ? `${number} is handled again` : `there is no letter ${number}`);
      }
      return;
    default:
      throw new Error(usage);
  }
}

async function allOf(box: DeadLetterBox): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of box.list()) numbers.push(number);
  return numbers;
}

function lineOf({ number, diedAt, consumer, event, eventId, organizationId, reason }: DeadLetter): string {
  return [number, diedAt.toISOString(), consumer, event, eventId, organizationId || '-', reason].join('  ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
