import { parseArgs } from 'node:util';
import { systemClock } from '../../clock.ts';
import { openDeadLetterQueue } from '../../events/maintenance/dead-letter-queue.ts';
import type { DeadLetter, DeadLetterQueue } from '../../events/maintenance/dead-letter-queue.ts';
import { createDueEventStore } from '../../events/due-event-store.ts';
import { runCommand } from './operator-command.ts';

const usage = 'usage: dead-letters [list | read <number> | send-again <number> … | send-again all]';

/** Runs the command of operators that lists, prints and redelivers the dead letters of a service. */
export function runDeadLetters(service: string): Promise<void> {
  return runCommand(`${service}-dead-letters`, async ({ db, connectEvents }) => {
    const { positionals } = parseArgs({ allowPositionals: true });
    const dueEvents = createDueEventStore(db, systemClock);
    await runSubcommand(openDeadLetterQueue(await connectEvents(), dueEvents, service), positionals);
  });
}

async function runSubcommand(
  queue: DeadLetterQueue,
  [command = 'list', ...rest]: readonly string[],
): Promise<void> {
  const numbers = rest.map(Number);
  switch (command) {
    case 'list':
      for await (const letter of queue.list()) printLine(formatLetter(letter));
      return;
    case 'read':
      for (const number of numbers) {
        const found = await queue.read(number);
        printLine(found === undefined ? describeMissing(number) : JSON.stringify(found, null, 2));
      }
      return;
    case 'send-again':
      for (const number of rest[0] === 'all' ? await listNumbers(queue) : numbers) {
        const isSent = await queue.redeliver(number);
        printLine(isSent ? `dead letter ${number} was sent again` : describeMissing(number));
      }
      return;
    default:
      throw new Error(usage);
  }
}

function describeMissing(number: number): string {
  return `dead letter ${number} does not exist; list shows the existing ones`;
}

async function listNumbers(queue: DeadLetterQueue): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of queue.list()) numbers.push(number);
  return numbers;
}

function formatLetter({
  number,
  diedAt,
  consumer,
  event,
  eventId,
  organizationId,
  reason,
}: DeadLetter): string {
  return [number, diedAt.toISOString(), consumer, event, eventId, organizationId || '-', reason].join('  ');
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
