import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../tools/caller.ts';

/** Each answer has up to 60 KB. */
const maxRemembered = 100;
const maxFormLength = 4_096;

/** Everything that decides about an answer, but the id of the message. */
export interface AnswerForm {
  readonly key: string;
  readonly id: string | number;
}

/** The answers to `tools/list` as bytes, because building one anew would be most of the cost of a request. */
export interface PreparedAnswers {
  find(form: AnswerForm): Buffer | undefined;
  /** @param text a complete answer to a message of this form */
  remember(form: AnswerForm, text: string): void;
}

/** Returns undefined for a message whose answer cannot be prepared. */
export function describeForm(
  headers: IncomingHttpHeaders,
  { id, ...message }: Readonly<Record<string, unknown>>,
  caller: Caller,
): AnswerForm | undefined {
  if (message['method'] !== 'tools/list' || !isId(id)) return undefined;
  const own = [headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']];
  const key = JSON.stringify([own, message, describeView(caller)]);
  return key.length > maxFormLength ? undefined : { key, id };
}

/** Describes everything that decides about the visibility of tools. */
function describeView({ call: { actor }, selection }: Caller): string {
  const { role, credentialKind, allowedTools } = actor;
  const { toolsets, tools, excluded, isReadonly } = selection;
  const sets = [toolsets, tools, excluded].map((names) => names && [...names]);
  return JSON.stringify([role, credentialKind, allowedTools, sets, isReadonly]);
}

export function createPreparedAnswers(): PreparedAnswers {
  const starts = new Map<string, Buffer>();
  return {
    find({ key, id }) {
      const start = starts.get(key);
      return start && Buffer.concat([start, Buffer.from(showEnd(id))]);
    },
    remember({ key, id }, text) {
      const end = showEnd(id);
      if (!text.endsWith(end)) return;
      if (starts.size >= maxRemembered) starts.clear();
      starts.set(key, Buffer.from(text.slice(0, -end.length)));
    },
  };
}

function isId(id: unknown): id is AnswerForm['id'] {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** The id is the last member of an answer of the protocol library. */
function showEnd(id: AnswerForm['id']): string {
  return `,"id":${JSON.stringify(id)}}`;
}
