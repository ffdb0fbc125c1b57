import type { Clock } from '../clock.ts';
import { noMessageFound, unless } from '../events/api-code.ts';
import type { EventConnection } from '../events/connection.ts';
import type { DueEventStore } from '../events/due-event-store.ts';
import { consumerNotFound } from '../events/durable.ts';
import type { Durable } from '../events/durable.ts';
import { deadLetterPrefix, deadLetterStream, streamNotFound } from '../events/streams.ts';
import { measure } from '../metrics.ts';
import type { Metrics, Sample } from '../metrics.ts';
import { runProbe } from '../process/probe.ts';
import { createSingleFlight } from '../process/single-flight.ts';

export interface MeasuredBacklog {
  readonly metrics: Metrics;
  readonly events: EventConnection;
  readonly dueEvents: Pick<DueEventStore, 'backlog'>;
  readonly clock: Clock;
  readonly durables: readonly Durable[];
}

/** Where events wait: `queue` is the stream, `stored` are the due retries in the database. */
type Place = 'queue' | 'stored';

/** The events that wait for one consumer in one place. */
interface Backlog {
  readonly consumer: string;
  readonly place: Place;
  readonly count: number;
  /** Since when the oldest of them has waited; undefined when none waits. */
  readonly since: Date | undefined;
}

/**
 * Registers gauges for the waiting events and the dead letters of a service's consumers. Processes of role `relay`
 * register them, so that samples exist even while all workers are down. There are no samples for a consumer that was
 * not created yet, and none while NATS is unavailable.
 */
export function measureBacklog(measured: MeasuredBacklog): void {
  const { metrics, clock } = measured;
  // Both gauges of a scrape share one read.
  const reading = createSingleFlight(() => runProbe(() => readBacklogs(measured)));
  const labelNames = ['consumer', 'place'] as const;
  measure(
    metrics,
    {
      name: 'assay_work_waiting',
      help: 'Events that wait for a consumer, in its stream (queue) or as due retries (stored).',
      labelNames,
    },
    async () => (await reading.run()).map((backlog) => toSample(backlog, backlog.count)),
  );
  measure(
    metrics,
    {
      name: 'assay_work_age_seconds',
      help: 'Age of the oldest waiting event of a consumer, in seconds.',
      labelNames,
    },
    async () => {
      const now = clock.now().getTime();
      const computeAgeSeconds = ({ since }: Backlog) =>
        since === undefined ? 0 : Math.max(0, now - since.getTime()) / 1_000;
      return (await reading.run()).map((backlog) => toSample(backlog, computeAgeSeconds(backlog)));
    },
  );
  measure(
    metrics,
    {
      name: 'assay_dead_letters',
      help: 'Dead letters of a consumer that no operator has handled yet.',
      labelNames: ['consumer'],
    },
    () => runProbe(() => countDeadLetters(measured)),
  );
}

function toSample({ consumer, place }: Backlog, value: number): Sample<'consumer' | 'place'> {
  return { labels: { consumer, place }, value };
}

async function readBacklogs(measured: MeasuredBacklog): Promise<readonly Backlog[]> {
  const { durables, dueEvents } = measured;
  const backlogs = await Promise.all(
    durables.map(async (durable) => {
      const { durable: consumer } = durable;
      const queue = await readQueue(measured.events, durable);
      if (queue === undefined) return [];
      const places = { queue, stored: await dueEvents.backlog(consumer) };
      return (['queue', 'stored'] as const).map((place) => ({ consumer, place, ...places[place] }));
    }),
  );
  return backlogs.flat();
}

/** Reads the pending events of a consumer from its leader. Resolves to undefined when the consumer does not exist. */
async function readQueue(
  events: EventConnection,
  { stream, durable }: Durable,
): Promise<Pick<Backlog, 'count' | 'since'> | undefined> {
  const { jsm, namespace } = events;
  if (!events.isConnected()) throw new Error('NATS is unavailable');
  const name = namespace.stream(stream);
  const info = await jsm.consumers.info(name, durable).catch(unless(streamNotFound, consumerNotFound));
  if (info === undefined) return undefined;
  const { num_pending: count, delivered, config } = info;
  if (count === 0) return { count, since: undefined };
  const subjects = config.filter_subjects ?? [config.filter_subject ?? '>'];
  const firsts = await Promise.all(
    subjects.map((subject) => {
      const query = { seq: delivered.stream_seq + 1, next_by_subj: subject };
      return jsm.streams.getMessage(name, query).catch(unless(noMessageFound));
    }),
  );
  const times = firsts.flatMap((first) => (first === undefined ? [] : [first.time.getTime()]));
  return { count, since: times.length === 0 ? undefined : new Date(Math.min(...times)) };
}

async function countDeadLetters({
  events,
  durables,
}: MeasuredBacklog): Promise<readonly Sample<'consumer'>[]> {
  const { jsm, namespace } = events;
  if (!events.isConnected()) throw new Error('NATS is unavailable');
  const buildSubject = (consumer: string): string => namespace.subject(`${deadLetterPrefix}.${consumer}`);
  const found = await jsm.streams
    .info(namespace.stream(deadLetterStream), { subjects_filter: buildSubject('*') })
    .catch(unless(streamNotFound));
  return durables.map(({ durable: consumer }) => ({
    labels: { consumer },
    value: found?.state.subjects?.[buildSubject(consumer)] ?? 0,
  }));
}
