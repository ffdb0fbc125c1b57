import type { IncomingHttpHeaders } from 'node:http';
import { toolsetNames } from '@assay/operations/tools/tool';

/** The tools that the headers of a request select. Each part only narrows. */
export interface Selection {
  /** Undefined for all toolsets. */
  readonly toolsets: ReadonlySet<string> | undefined;
  /** Undefined for all tools. A header that names no tool selects none. */
  readonly tools: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
  readonly isReadonly: boolean;
  /** True if texts of third parties are left out. */
  readonly isLockdown: boolean;
}

export const selectAll: Selection = {
  toolsets: undefined,
  tools: undefined,
  excluded: new Set(),
  isReadonly: false,
  isLockdown: false,
};

const falseValues: ReadonlySet<string> = new Set(['', 'false', 'f', 'no', 'n', '0', 'off']);
const known: ReadonlySet<string> = new Set(toolsetNames);

/** Reads the selection. Unknown toolsets are ignored; if none is known, all are selected. */
export function readSelection(headers: IncomingHttpHeaders): Selection {
  const named = readNames(headers['x-mcp-toolsets']);
  const toolsets = named.filter((name) => known.has(name));
  const tools = headers['x-mcp-tools'];
  return {
    toolsets: named.includes('all') || toolsets.length === 0 ? undefined : new Set(toolsets),
    tools: tools === undefined ? undefined : new Set(readNames(tools)),
    excluded: new Set(readNames(headers['x-mcp-exclude-tools'])),
    isReadonly: readFlag(headers['x-mcp-readonly']),
    isLockdown: readFlag(headers['x-mcp-lockdown']),
  };
}

function readNames(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  const names = [header].flat().join(',').split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

function readFlag(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return !falseValues.has([header].flat().join(',').trim().toLowerCase());
}
