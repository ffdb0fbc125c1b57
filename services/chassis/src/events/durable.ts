import { AckPolicy, DeliverPolicy, ReplayPolicy, nanos } from 'nats';
import type { ConsumerConfig } from 'nats';
import { apiCode } from './api-code.ts';
import type { EventConnection } from './connection.ts';
import { deriveSubject } from './event.ts';
import type { NamedMessage } from './event.ts';

/** A durable consumer as the server keeps it. */
export interface Durable {
  readonly stream: string;
  /** `<service>__<handler>`. */
  readonly durable: string;
  readonly message: NamedMessage;
  readonly ackWaitMs: number;
}

export const consumerNotFound = 10_014;
const consumerExists = 10_148;

/**
 * Creates a durable consumer or updates its settings. It is safe in many processes and versions at once, and only
 * adds subjects to the filter. Rejects when the stream does not exist. The prepare command of the consuming service
 * calls it.
 */
export async function ensureConsumer(connection: EventConnection, durable: Durable): Promise<void> {
  const { jsm, namespace } = connection;
  const stream = namespace.stream(durable.stream);
  const subject = namespace.subject(deriveSubject(durable.message));
  try {
    await jsm.consumers.add(stream, {
      ...buildSettings(durable),
      ...buildFixedSettings(durable),
      filter_subject: subject,
    });
  } catch (error) {
    if (apiCode(error) !== consumerExists) throw error;
    const { config } = await jsm.consumers.info(stream, durable.durable);
    await jsm.consumers.update(stream, durable.durable, {
      ...buildSettings(durable),
      ...widenFilter(config, subject),
    });
  }
}

/** Builds the settings that cannot change later. */
function buildFixedSettings({ durable }: Durable) {
  return {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
  };
}

/**
 * Builds the settings that can change. The server has no delivery limit: one delivery more than `maxDeliver` shows
 * that the last handler died, and the event becomes a dead letter instead of staying in the stream unseen.
 */
function buildSettings({ ackWaitMs }: Durable) {
  return { ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 5_000 };
}

function widenFilter(existing: ConsumerConfig, subject: string): Partial<ConsumerConfig> {
  const subjects = existing.filter_subjects ?? [existing.filter_subject ?? subject];
  if (subjects.includes(subject)) return {};
  return { filter_subject: '', filter_subjects: [...subjects, subject] };
}
