import { setImmediate as nextIteration } from 'node:timers/promises';
import { nanos } from 'nats';
import type { Msg } from 'nats';
import type { EventConnection } from './connection.ts';

/** Where the event was stored at its first delivery. */
export interface EventOrigin {
  /** The durable consumer. */
  readonly consumer: string;
  readonly stream: string;
  readonly sequence: number;
  readonly storedAt: Date;
}

/** An event for a handler, from its stream or from the stored retries. */
export interface IncomingEvent {
  readonly origin: EventOrigin;
  /** The subject on the server, with the namespace. */
  readonly subject: string;
  readonly data: Uint8Array;
  /** Returns the value of a header; empty when there is none. */
  readonly header: (name: string) => string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** 1 on the first delivery. */
  readonly deliveryCount: number;
  /** Ends the deliveries of a handled event. */
  acknowledge(): Promise<void>;
  /** Requests the next delivery after the delay. */
  retry(delayMs: number): Promise<void>;
  /** Extends the time for handling the event. */
  extend(): Promise<void>;
  /** Ends the deliveries of a dead letter. */
  discard(): Promise<void>;
}

/** Sends a message to the server. Resolves when it was written. */
export type SendBatched = (send: () => void) => Promise<void>;

/**
 * Creates a function that collects the messages of one iteration of the event loop and sends them together. A write
 * to the socket for each message would cost more than everything else.
 */
export function createSendBatched({ nc }: Pick<EventConnection, 'nc'>): SendBatched {
  let waiting: (() => void)[] = [];
  let flushed: Promise<void> | undefined;
  const flush = (): void => {
    const sends = waiting;
    [waiting, flushed] = [[], undefined];
    if (nc.isClosed()) return;
    for (const send of sends) send();
  };
  return (send) => {
    waiting.push(send);
    flushed ??= nextIteration().then(flush);
    return flushed;
  };
}

/** A retry stays in the stream up to this delay. A longer one would count as a pending acknowledgement all the time. */
const maxStreamDelayMs = 2_000;

/** Stores an event until it is due. */
export type Postpone = (event: IncomingEvent, delayMs: number) => Promise<void>;

/** The acknowledgements that the server expects for a delivery (NATS ADR-15). */
const acks = { acknowledged: '+ACK', working: '+WPI', discarded: '+TERM dead letter' } as const;
const formatNak = (delayMs: number): string => `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`;

/**
 * Converts a message of the stream. A retry that is more than `maxStreamDelayMs` away is stored and acknowledged to
 * the stream.
 */
export function fromStream(
  message: Msg,
  sendBatched: SendBatched,
  postpone: Postpone | undefined,
): IncomingEvent {
  const respond = (words: string): Promise<void> => sendBatched(() => message.respond(words));
  const event: IncomingEvent = {
    ...parseReply(message),
    subject: message.subject,
    data: message.data,
    header: (name) => message.headers?.get(name) ?? '',
    headers: () => readHeaders(message),
    acknowledge: () => respond(acks.acknowledged),
    extend: () => respond(acks.working),
    discard: () => respond(acks.discarded),
    async retry(delayMs) {
      if (postpone === undefined || delayMs <= maxStreamDelayMs) {
        await respond(formatNak(delayMs));
        return;
      }
      await postpone(event, delayMs);
      await respond(acks.acknowledged);
    },
  };
  return event;
}

/**
 * Parses `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<…>.<time>.<…>`. Some servers add domain and account in
 * front of the stream.
 */
function parseReply({ reply = '' }: Msg): Pick<IncomingEvent, 'origin' | 'deliveryCount'> {
  const tokens = reply.split('.');
  const [stream = '', consumer = '', deliveries, sequence, , time] = tokens.slice(tokens.length > 9 ? 4 : 2);
  const storedAt = new Date(Number(time) / 1e6);
  return {
    origin: { consumer, stream, sequence: Number(sequence), storedAt },
    deliveryCount: Number(deliveries),
  };
}

function readHeaders({ headers }: Msg): Record<string, string> {
  if (headers === undefined) return {};
  return Object.fromEntries(headers.keys().map((name) => [name, headers.get(name)]));
}
