import type { StoredMsg } from 'nats';
import { noMessageFound, unless } from '../api-code.ts';
import type { EventConnection } from '../connection.ts';
import { deriveSubject } from '../event.ts';
import type { NamedMessage } from '../event.ts';
import { consumerNotFound } from '../durable.ts';
import { streamNotFound } from '../streams.ts';

export interface FormerConsumer {
  readonly stream: string;
  readonly durable: string;
  /** The subject that it consumed. */
  readonly subject: string;
}

/**
 * Moves unread events after their message was renamed. It publishes the events that a durable consumer of an earlier
 * version has not handled under the new subject, with the same ids, and then deletes that consumer.
 *
 * It is safe in many processes at once and on every start. Events that are being handled are moved too, so the new
 * handler must be idempotent.
 */
export async function moveUnread(
  connection: EventConnection,
  former: FormerConsumer,
  message: NamedMessage,
): Promise<void> {
  const { js, jsm, namespace } = connection;
  const stream = namespace.stream(former.stream);
  const ackedSeq = await readAckedSequence(connection, stream, former.durable);
  if (ackedSeq === undefined) return;
  let unread = await findNextEvent(connection, stream, former, ackedSeq + 1);
  while (unread !== undefined) {
    await js.publish(namespace.subject(deriveSubject(message)), unread.data, { headers: unread.header });
    unread = await findNextEvent(connection, stream, former, unread.seq + 1);
  }
  await jsm.consumers.delete(stream, former.durable).catch(unless(consumerNotFound));
}

async function readAckedSequence(
  { jsm }: EventConnection,
  stream: string,
  durable: string,
): Promise<number | undefined> {
  const info = await jsm.consumers.info(stream, durable).catch(unless(consumerNotFound, streamNotFound));
  return info?.ack_floor.stream_seq;
}

async function findNextEvent(
  { jsm, namespace }: EventConnection,
  stream: string,
  { subject }: FormerConsumer,
  seq: number,
): Promise<StoredMsg | undefined> {
  const query = { seq, next_by_subj: namespace.subject(subject) };
  return await jsm.streams.getMessage(stream, query).catch(unless(noMessageFound));
}
