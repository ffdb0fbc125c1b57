import type { Runtime } from '@assay/chassis/process/runtime';
import { findTimeoutMs } from '@assay/operations/adapter/callers';
import { serveOperations } from '@assay/operations/derive/serve-operations';
import { errorBody, toRestError } from '@assay/operations/errors/show-error';
import type { Callers } from '@assay/operations/operation';
import { resources, shapes } from '@assay/operations/operations';
import { serveTools } from '@assay/operations/tools/serve-tools';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import { toolsets } from '@assay/operations/tools/toolsets';
import type { Config } from '../config.ts';
import type { Caller } from './caller.ts';
import { describeResult } from './describe-result.ts';
import { findReasonToHide } from './visible-tools.ts';

/** A tool as `tools/list` shows it. */
export type ListedTool = Pick<
  ServedTool,
  'name' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
>;

interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

/** The answer of a tool. A failed call has the error body of REST as its only text. */
export type ToolOutcome =
  | {
      readonly content: readonly TextContent[];
      readonly structuredContent: Readonly<Record<string, unknown>>;
    }
  | { readonly content: readonly TextContent[]; readonly isError: true }
  /** The tool is unknown or hidden. */
  | { readonly refusal: string };

export interface ToolRunner {
  /** Lists the tools that a caller sees, in the order of the toolsets. */
  list(caller: Caller): readonly ListedTool[];
  run(
    caller: Caller,
    request: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  ): Promise<ToolOutcome>;
}

export interface ToolRunnerDeps {
  readonly runtime: Runtime;
  readonly callers: Callers;
}

export function createToolRunner(
  { runtime, callers }: ToolRunnerDeps,
  { callTimeoutMs }: Pick<Config, 'callTimeoutMs'>,
): ToolRunner {
  const tools = serveTools(toolsets, serveOperations(resources, shapes));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  return {
    list: ({ call, selection }) =>
      tools.filter((tool) => findReasonToHide(tool, call.actor, selection) === undefined).map(showTool),
    async run({ call, selection }, { name, args }) {
      const tool = byName.get(name);
      if (tool === undefined) return { refusal: `There is no tool ${name.slice(0, 100)}.` };
      const hidden = findReasonToHide(tool, call.actor, selection);
      if (hidden !== undefined) return { refusal: `The tool cannot be called: ${hidden}.` };
      const deadline = new Date(Date.now() + findTimeoutMs(tool.rpcs, callTimeoutMs));
      try {
        const structuredContent = await tool.perform(callers, { ...call, deadline }, args);
        return { content: [toText(describeResult(structuredContent))], structuredContent };
      } catch (error) {
        const shown = toRestError(error);
        if (shown.code === 'INTERNAL_ERROR')
          runtime.logger.error({ err: error, requestId: call.requestId, tool: name }, 'a tool failed');
        return { content: [toText(JSON.stringify(errorBody(shown, call.requestId)))], isError: true };
      }
    },
  };
}

function showTool({ name, description, inputSchema, outputSchema, annotations }: ServedTool): ListedTool {
  return { name, description, inputSchema, outputSchema, annotations };
}

function toText(text: string): TextContent {
  return { type: 'text', text };
}
