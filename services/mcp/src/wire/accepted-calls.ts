import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../tools/caller.ts';
import type { ToolRunner } from '../tools/tool-runner.ts';
import { describeForm, isMessageId } from './message-form.ts';
import type { Message, MessageId } from './message-form.ts';
import { tasksExtensionName } from './serve-tasks.ts';

const maxRemembered = 1_000;

/** A call of a tool. Its form is all of it but the id and the arguments, which only the tool checks. */
export interface CallRequest {
  readonly key: string;
  readonly id: MessageId;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Answers calls of tools whose form the protocol library accepted before. Reading the same form again and building a server for it
 * would be two fifths of the cost of a call.
 */
export interface AcceptedCalls {
  /** Returns undefined, without an effect, for a form that was not accepted before and for a tool that is hidden. */
  answer(caller: Caller, request: CallRequest): Promise<string | undefined>;
  /** @param text the answer of the library to a message of this form */
  remember(request: CallRequest, text: string): void;
}

/** Returns undefined for a message that the protocol library has to read. */
export function readCallRequest(
  headers: IncomingHttpHeaders,
  { id, params, ...message }: Message,
): CallRequest | undefined {
  if (message['method'] !== 'tools/call' || !isMessageId(id) || !isObject(params)) return undefined;
  const { name, arguments: args = {}, ...rest } = params;
  if (typeof name !== 'string' || !isObject(args)) return undefined;
  const key = describeForm(headers, message, name, rest);
  // Such a call may answer with a task, whose form is another.
  return key === undefined || key.includes(tasksExtensionName) ? undefined : { key, id, name, args };
}

export function createAcceptedCalls(tools: Pick<ToolRunner, 'run'>): AcceptedCalls {
  const membersByForm = new LRUCache<string, Message>({ max: maxRemembered });
  return {
    async answer(caller, { key, id, name, args }) {
      const members = membersByForm.get(key);
      if (members === undefined) return undefined;
      const result = await tools.run(caller, { name, args, takesTasks: false });
      if ('refusal' in result) return undefined;
      return JSON.stringify({ result: { ...result, ...members }, jsonrpc: '2.0', id });
    },
    remember({ key }, text) {
      const members = readAddedMembers(text);
      if (members !== undefined) membersByForm.set(key, members);
    },
  };
}

/** Returns the members that the library adds to the result of a tool; undefined for an answer without a result. */
function readAddedMembers(text: string): Message | undefined {
  const { result } = JSON.parse(text) as { readonly result?: Message };
  if (result === undefined) return undefined;
  const own: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError']);
  return Object.fromEntries(Object.entries(result).filter(([name]) => !own.has(name)));
}

function isObject(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
