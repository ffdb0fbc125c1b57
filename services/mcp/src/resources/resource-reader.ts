import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { toRestError } from '@assay/operations/errors/show-error';
import type { ServedOperation } from '@assay/operations/derive/serve-operations';
import type { Callers } from '@assay/operations/operation';
import { catalogResources, createResourceFinder, linkedResources } from '@assay/operations/tools/resources';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { Caller } from '../tools/caller.ts';
import { toProtocolError } from '../tools/protocol-error.ts';
import { selectAll } from '../tools/selection.ts';
import { findReasonToHide } from '../tools/visible-tools.ts';

/** The members by which lists describe a resource. */
type Listed = Readonly<Record<'name' | 'title' | 'description' | 'mimeType', string>>;

export interface ResourceReader {
  list(caller: Caller): (Listed & { readonly uri: string })[];
  listTemplates(caller: Caller): (Listed & { readonly uriTemplate: string })[];
  /** Rejects with the error of the protocol. */
  read(
    caller: Caller,
    uri: string,
  ): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string }>;
}

interface Sources {
  readonly callers: Callers;
  readonly operations: readonly ServedOperation[];
  readonly tools: readonly ServedTool[];
}

/** A resource belongs to the callers of its tool, whatever the headers of a request select. */
export function createResourceReader({ callers, operations, tools }: Sources): ResourceReader {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const find = createResourceFinder(operations);
  const isVisible =
    ({ call: { actor } }: Caller) =>
    (resource: { readonly tool: string }): boolean => {
      const tool = byName.get(resource.tool);
      return tool !== undefined && findReasonToHide(tool, actor, selectAll) === undefined;
    };
  return {
    list: (caller) =>
      catalogResources.filter(isVisible(caller)).map((one) => ({ uri: one.uri, ...describe(one) })),
    listTemplates: (caller) =>
      linkedResources
        .filter(isVisible(caller))
        .map((one) => ({ uriTemplate: one.uriTemplate, ...describe(one) })),
    async read(caller, uri) {
      const found = find(uri);
      if (found === undefined || !isVisible(caller)(found)) throw new ResourceNotFoundError(uri);
      try {
        return { uri, mimeType: found.mimeType, text: await found.read(callers, caller.call) };
      } catch (error) {
        if (toRestError(error).code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
        throw toProtocolError(error, caller.call.requestId);
      }
    },
  };
}

function describe({ name, title, description, mimeType }: Listed): Listed {
  return { name, title, description, mimeType };
}
