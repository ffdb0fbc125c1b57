import { AckPolicy, DeliverPolicy, ReplayPolicy, nanos } from 'nats';
import type { ConsumerConfig } from 'nats';
import { apiCode } from './api-code.ts';
import type { EventConnection } from './connection.ts';
import { deriveSubject } from './event.ts';
import type { NamedMessage } from './event.ts';

/** What the server keeps of a consumer: which events it still has to be told. */
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
 * Creates a durable consumer, or gives it its present settings; may run in many processes and versions at once. What it
 * takes is only widened. Rejects when the stream does not exist. The consuming service calls it, by its prepare command.
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

/** What cannot change later. */
function buildFixedSettings({ durable }: Durable) {
  return {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
  };
}

/**
 * The server counts deliveries but never stops at a number: one delivery more than `maxDeliver` is what tells that the
 * last handler died, and lets the event be buried instead of staying in the stream unseen.
 */
function buildSettings({ ackWaitMs }: Durable) {
  return { ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 5_000 };
}

function widenFilter(kept: ConsumerConfig, subject: string): Partial<ConsumerConfig> {
  const subjects = kept.filter_subjects ?? [kept.filter_subject ?? subject];
  if (subjects.includes(subject)) return {};
  return { filter_subject: '', filter_subjects: [...subjects, subject] };
}
