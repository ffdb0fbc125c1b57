import type { Caller } from '../tools/caller.ts';
import type { Offer } from './protocol-server.ts';

/** The message that the protocol library answered. */
export interface Answered {
  readonly caller: Caller;
  readonly isStateless: boolean;
  readonly method: unknown;
}

/** Inserts the prepared list of tools, and the code of the era for an unknown resource. */
export function completeAnswer(
  text: string,
  { tools }: Offer,
  { caller, isStateless, method }: Answered,
): string {
  if (method === 'tools/list') return text.replace('"tools":[]', () => `"tools":${tools.list(caller)}`);
  if (method === 'tools/call' && isStateless) return omitContent(text);
  return method === 'resources/read' && !isStateless ? renameNotFound(text) : text;
}

/** The library demands content of every result of a tool, which a task does not have. */
function omitContent(text: string): string {
  return text.replace(/(?<=^\{"result":\{)"content":\[\],(?="resultType":"task")/u, '');
}

/** The library answers -32602 for an unknown resource in both eras. Until 2025-11-25 the code is -32002. */
function renameNotFound(text: string): string {
  return text.replace(/(?<="error":\{"code":)-32602(?=,"message":"Resource not found: )/u, '-32002');
}
