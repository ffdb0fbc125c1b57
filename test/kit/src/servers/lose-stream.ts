import type { EventConnection } from '@assay/chassis/events/connection';
import { deriveSubject } from '@assay/chassis/events/event';
import type { MessageType } from '@assay/chassis/events/event';
import { ensureStream } from '@assay/chassis/events/streams';
import type { StreamOptions } from '@assay/chassis/events/streams';

/** Deletes a stream and creates it again, as a NATS server that has lost its data: also the known event ids are gone. */
export async function loseStream(events: EventConnection, stream: StreamOptions): Promise<void> {
  await events.jsm.streams.delete(events.namespace.stream(stream.name));
  await ensureStream(events, stream);
}

export interface StoredEvent<T> {
  readonly id: string;
  readonly value: T;
}

/** Reads the stored events of one type, oldest first. */
export async function readEvents<T>(
  { jsm, namespace }: EventConnection,
  { name }: StreamOptions,
  type: MessageType<T>,
): Promise<readonly StoredEvent<T>[]> {
  const stream = namespace.stream(name);
  const subject = namespace.subject(deriveSubject(type));
  const { state } = await jsm.streams.info(stream);
  const found: StoredEvent<T>[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await jsm.streams.getMessage(stream, { seq }).catch(() => undefined);
    if (message?.subject !== subject) continue;
    found.push({ id: message.header.get('Nats-Msg-Id'), value: type.decode(message.data) });
  }
  return found;
}
