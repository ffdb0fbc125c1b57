import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { Caller } from './caller.ts';
import { findReasonToHide } from './visible-tools.ts';

/** Returns the JSON array of the tools that a caller sees. */
export type FindList = (caller: Caller) => string;

/** Each list has up to 60 KB. */
const maxRemembered = 100;

/** Creates a function that remembers the lists, because writing and checking one anew would be most of the cost of a request. */
export function prepareLists(tools: readonly ServedTool[]): FindList {
  const texts = new Map(tools.map((tool) => [tool, JSON.stringify(showTool(tool))]));
  const lists = new Map<string, string>();
  return (caller) => {
    const key = describeView(caller);
    const known = lists.get(key);
    if (known !== undefined) return known;
    const { call, selection } = caller;
    const visible = tools.filter((tool) => findReasonToHide(tool, call.actor, selection) === undefined);
    const list = `[${visible.map((tool) => texts.get(tool)).join(',')}]`;
    if (lists.size >= maxRemembered) lists.clear();
    lists.set(key, list);
    return list;
  };
}

/** Describes everything that decides about the visibility of tools. */
export function describeView({ call: { actor }, selection }: Caller): string {
  const { role, credentialKind, allowedTools } = actor;
  const { toolsets, tools, excluded, isReadonly } = selection;
  const sets = [toolsets, tools, excluded].map((names) => names && [...names]);
  return JSON.stringify([role, credentialKind, allowedTools, sets, isReadonly]);
}

function showTool({ name, description, inputSchema, outputSchema, annotations }: ServedTool) {
  return { name, description, inputSchema, outputSchema, annotations };
}
