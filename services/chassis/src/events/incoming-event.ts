import type { JsMsg } from 'nats';
import type { EventConnection } from './connection.ts';
import type { DueEventStore } from './due-event-store.ts';

/** Where an event was kept when it was first delivered. */
export interface EventOrigin {
  /** The durable consumer. */
  readonly consumer: string;
  readonly stream: string;
  readonly sequence: number;
  readonly storedAt: Date;
}

/** An event on its way to a handler, whether its stream delivers it or it was due again. */
export interface IncomingEvent {
  readonly origin: EventOrigin;
  /** As the server knows it, with the namespace. */
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** 1 on the first delivery. */
  readonly deliveryCount: number;
  /** It was handled. */
  acknowledge(): Promise<void>;
  /** It is to be delivered again. */
  retry(delayMs: number): Promise<void>;
  /** It is still being handled. */
  extend(): Promise<void>;
  /** It was given up. */
  discard(): Promise<void>;
}

/** What waits longer is not left to the stream, where it would count among what is being handled. */
const longestInStreamMs = 2_000;

/** An event as the stream delivers it. A retry that is more than a few seconds away is stored, and the stream is done with it. */
export function fromStream(
  { nc }: Pick<EventConnection, 'nc'>,
  message: JsMsg,
  dueEvents: DueEventStore | undefined,
): IncomingEvent {
  const { info } = message;
  const tell = (what: () => void): Promise<void> => {
    if (!nc.isClosed()) what();
    return Promise.resolve();
  };
  const event: IncomingEvent = {
    origin: {
      consumer: info.consumer,
      stream: info.stream,
      sequence: info.streamSequence,
      storedAt: new Date(info.timestampNanos / 1e6),
    },
    subject: message.subject,
    data: message.data,
    headers: headersOfMessage(message),
    deliveryCount: info.deliveryCount,
    acknowledge: () => tell(() => message.ack()),
    extend: () => tell(() => message.working()),
    discard: () => tell(() => message.term('dead letter')),
    async retry(delayMs) {
      if (dueEvents === undefined || delayMs <= longestInStreamMs) {
        await tell(() => message.nak(delayMs));
        return;
      }
      await dueEvents.insert(event, delayMs);
      await tell(() => message.ack());
    },
  };
  return event;
}

function headersOfMessage({ headers }: JsMsg): Record<string, string> {
  if (headers === undefined) return {};
  return Object.fromEntries(headers.keys().map((name) => [name, headers.get(name)]));
}
