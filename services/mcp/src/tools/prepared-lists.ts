import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { Caller } from './caller.ts';
import { findReasonToHide } from './visible-tools.ts';

/** Returns the JSON array of the tools that a caller sees. */
export type FindList = (caller: Caller) => string;

/** Writes each tool once, because writing and checking a list anew would be most of the cost of a request. */
export function prepareLists(tools: readonly ServedTool[]): FindList {
  const texts = tools.map((tool) => ({ tool, text: JSON.stringify(showTool(tool)) }));
  return ({ call: { actor }, selection }) => {
    const visible = texts.filter(({ tool }) => findReasonToHide(tool, actor, selection) === undefined);
    return `[${visible.map(({ text }) => text).join(',')}]`;
  };
}

function showTool({ name, description, inputSchema, outputSchema, annotations }: ServedTool) {
  return { name, description, inputSchema, outputSchema, annotations };
}
