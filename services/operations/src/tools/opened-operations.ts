import type { ServedOperation } from '../derive/serve-operations.ts';
import type { Tool, Toolset } from './tool.ts';

/** Operations that any key may call, whatever tools it allows: they show the key its own state, or lead to the tools. */
const openToAll: readonly string[] = ['getCurrentUser', 'getLimits', 'sendMcpMessage'];

/** Returns true if a key with these tools may call the operation over REST. */
export type IsOpened = (allowedTools: readonly string[], operation: string) => boolean;

/**
 * Derives from the tools the operations that a key opens which allows only some tools: those that its tools perform, and those by which
 * they estimate, follow and cancel. An operation that needs no credential is open to all.
 */
export function deriveOpenedOperations(
  toolsets: readonly Toolset[],
  operations: readonly Pick<ServedOperation, 'id' | 'access'>[],
): IsOpened {
  const anonymous = operations.filter(({ access: { role } }) => role === 'none').map(({ id }) => id);
  const always = new Set([...openToAll, ...anonymous]);
  const tools = new Map(toolsets.flatMap((toolset) => Object.entries(toolset.tools)));
  const byTool = new Map([...tools].map(([name, tool]) => [name, listOperations(tool, tools)] as const));
  return (allowedTools, operation) =>
    always.has(operation) || allowedTools.some((name) => byTool.get(name)?.has(operation) === true);
}

function listOperations(
  { operation, alsoOpens = [], estimatedBy, starts }: Tool,
  tools: ReadonlyMap<string, Tool>,
): ReadonlySet<string> {
  const reader = starts && tools.get(starts.readBy);
  return new Set([
    operation,
    ...alsoOpens,
    ...(estimatedBy === undefined ? [] : [estimatedBy]),
    ...(starts === undefined ? [] : [starts.canceledBy]),
    ...(reader === undefined ? [] : listOperations(reader, tools)),
  ]);
}
