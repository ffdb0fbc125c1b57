import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../tools/caller.ts';
import { describeForm, isMessageId } from './message-form.ts';
import type { Message, MessageId } from './message-form.ts';

/** Each answer has up to 60 KB. */
const maxRemembered = 100;

/** A message whose answer depends on nothing but its form and its id. */
export interface ListRequest {
  readonly key: string;
  readonly id: MessageId;
}

/** The answers to `tools/list` as bytes, because building one anew would be most of the cost of a request. */
export interface PreparedAnswers {
  /** Returns the parts of an answer. They are not joined: copying the large one would be half of the cost of a request. */
  find(request: ListRequest): readonly Buffer[] | undefined;
  /** @param text a complete answer to a message of this form */
  remember(request: ListRequest, text: string): void;
}

/** Returns undefined for a message whose answer cannot be prepared. */
export function readListRequest(
  headers: IncomingHttpHeaders,
  { id, ...message }: Message,
  caller: Caller,
): ListRequest | undefined {
  if (message['method'] !== 'tools/list' || !isMessageId(id)) return undefined;
  const key = describeForm(headers, message, describeView(caller));
  return key === undefined ? undefined : { key, id };
}

/** Describes everything that decides about the visibility of tools. */
function describeView({ call: { actor }, selection }: Caller): string {
  const { role, credentialKind, allowedTools } = actor;
  const { toolsets, tools, excluded, isReadonly } = selection;
  const sets = [toolsets, tools, excluded].map((names) => names && [...names]);
  return JSON.stringify([role, credentialKind, allowedTools, sets, isReadonly]);
}

export function createPreparedAnswers(): PreparedAnswers {
  const starts = new LRUCache<string, Buffer>({ max: maxRemembered });
  return {
    find({ key, id }) {
      const start = starts.get(key);
      return start && [start, Buffer.from(showEnd(id))];
    },
    remember({ key, id }, text) {
      const end = showEnd(id);
      if (text.endsWith(end)) starts.set(key, Buffer.from(text.slice(0, -end.length)));
    },
  };
}

/** The id is the last member of an answer of the protocol library. */
function showEnd(id: MessageId): string {
  return `,"id":${JSON.stringify(id)}}`;
}
