import { setImmediate as nextIteration } from 'node:timers/promises';
import { nanos } from 'nats';
import type { Msg } from 'nats';
import type { EventConnection } from './connection.ts';

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
  /** Empty when the event has no such header. */
  readonly header: (name: string) => string;
  readonly headers: () => Readonly<Record<string, string>>;
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

/** Says something to the server; resolves once it is on its way. */
export type SendBatched = (send: () => void) => Promise<void>;

/** Says together what is to be said in one turn: alone, each message would be a write to the socket, which costs more than all the rest. */
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

/** What waits longer is not left to the stream, where it would count among what is being handled. */
const maxStreamDelayMs = 2_000;

/** Keeps an event until it is due. */
export type Postpone = (event: IncomingEvent, delayMs: number) => Promise<void>;

/** What the server waits to hear about a delivery (NATS ADR-15). */
const acks = { acknowledged: '+ACK', working: '+WPI', discarded: '+TERM dead letter' } as const;
const formatNak = (delayMs: number): string => `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`;

/** An event as the stream delivers it. A retry that is more than a few seconds away is stored, and the stream is done with it. */
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

/** `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<…>.<time>.<…>`, with domain and account before them on some servers. */
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
