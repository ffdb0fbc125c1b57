import { spread } from '../adjacent.ts';
import { printTable, say, verdict, verdictAtLeast } from '../report.ts';

/** The cost of one round. */
export interface Figures {
  readonly cpuMs: number;
  /** Commands to the database. */
  readonly database: number;
  /** Pull requests to the stream. */
  readonly pulls: number;
  readonly acknowledgements: number;
  /** The commands to collections of webhooks, those at rest included. */
  readonly details?: Readonly<Record<string, number>>;
}

type Contender = 'bare' | 'full' | 'worker';
type Measured = Readonly<Record<Contender, readonly Figures[]>>;

interface Facts {
  readonly deliveries: number;
  readonly restMs: number;
  readonly peakMegabytes: number;
}

const goals = { ratio: 0.5, peakMegabytes: 200, commands: 0.2 };
const titles = { bare: 'bare loop', full: 'full loop', worker: 'worker' };

export function report(measured: Measured, { deliveries, restMs, peakMegabytes }: Facts): void {
  const each = (name: Contender, read: (figures: Figures) => number) =>
    measured[name].map((figures) => read(figures) / deliveries);
  const micros = (name: Contender) => each(name, ({ cpuMs }) => cpuMs * 1_000);
  const commands = (name: Contender) => each(name, ({ database, pulls }) => database + pulls);
  say(`\n${deliveries.toString()} deliveries in each of ${measured.worker.length.toString()} rounds`);
  printTable(
    ['', 'µs of CPU each', 'commands each: database', 'pull requests', 'acknowledgements'],
    ...(['bare', 'full', 'worker'] as const).map((name) => [
      titles[name],
      spread(micros(name), 0),
      spread(
        each(name, ({ database }) => database),
        3,
      ),
      spread(
        each(name, ({ pulls }) => pulls),
        3,
      ),
      spread(
        each(name, ({ acknowledgements }) => acknowledgements),
        3,
      ),
    ]),
  );
  const compareTo = (name: Contender) =>
    micros(name).map((cost, round) => cost / (micros('worker')[round] ?? Number.NaN));
  say(`of the bare loop: ${spread(compareTo('bare'), 2)}`);
  say(`of the full loop: ${spread(compareTo('full'), 2)}, ${verdictAtLeast(compareTo('full'), goals.ratio)}`);
  say(
    `commands to database and stream: ${spread(commands('worker'), 3)}, ${verdict(commands('worker'), goals.commands)}`,
  );
  say(`peak memory: ${peakMegabytes.toFixed(0)} MB, ${verdict([peakMegabytes], goals.peakMegabytes)}`);
  const details = Object.entries(measured.worker.at(-1)?.details ?? {});
  say(`in the last round: ${details.map(([name, count]) => `${count.toString()} ${name}`).join(', ')}`);
  say(`taken off, as it is taken at rest: ${restMs.toFixed(1)} ms a second`);
}
