import type { Runtime } from '@assay/chassis/process/runtime';
import { findTimeoutMs } from '@assay/operations/adapter/callers';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { errorBody, toRestError } from '@assay/operations/errors/show-error';
import type { Callers } from '@assay/operations/operation';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import { expandTemplate, linkedResources } from '@assay/operations/tools/resources';
import type { Config } from '../config.ts';
import type { PersonalCall } from '../endpoint/identify-caller.ts';
import type { Caller } from './caller.ts';
import { describeResult } from './describe-result.ts';
import { prepareLists } from './prepared-lists.ts';
import type { FindList } from './prepared-lists.ts';
import { createToolMetrics } from './tool-metrics.ts';
import type { ToolCallOutcome } from './tool-metrics.ts';
import { findReasonToHide } from './visible-tools.ts';

interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The answer of a tool. A failed call has the error body of REST as its only text. */
export type ToolOutcome =
  | {
      readonly content: readonly (TextContent | ResourceLink)[];
      readonly structuredContent: Readonly<Record<string, unknown>>;
    }
  | { readonly content: readonly TextContent[]; readonly isError: true }
  /** The tool is unknown or hidden. */
  | { readonly refusal: string };

export interface ToolRunner {
  /** Returns the JSON array of the tools that a caller sees, in the order of the toolsets. */
  readonly list: FindList;
  run(
    caller: Caller,
    request: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  ): Promise<ToolOutcome>;
}

export interface ToolRunnerDeps {
  readonly runtime: Runtime;
  readonly callers: Callers;
  readonly tools: readonly ServedTool[];
}

export function createToolRunner(
  { runtime, callers, tools }: ToolRunnerDeps,
  { callTimeoutMs }: Pick<Config, 'callTimeoutMs'>,
): ToolRunner {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const observe = createToolMetrics(runtime.metrics);

  async function perform(tool: ServedTool, call: PersonalCall, args: Arguments): Promise<ToolOutcome> {
    const deadline = new Date(Date.now() + findTimeoutMs(tool.rpcs, callTimeoutMs));
    const structuredContent = await tool.perform(callers, { ...call, deadline }, args);
    const text = toText(describeResult(structuredContent));
    return { content: [text, ...listLinks(tool.name, args)], structuredContent };
  }

  return {
    list: prepareLists(tools),
    async run({ call, selection }, { name, args }) {
      const tool = byName.get(name);
      if (tool === undefined) return { refusal: `There is no tool ${name.slice(0, 100)}.` };
      const hidden = findReasonToHide(tool, call.actor, selection);
      if (hidden !== undefined) return { refusal: `The tool cannot be called: ${hidden}.` };
      const began = performance.now();
      const end = (outcome: ToolCallOutcome): void => {
        observe(name, outcome, performance.now() - began);
      };
      try {
        const answer = await perform(tool, call, args);
        end('succeeded');
        return answer;
      } catch (error) {
        const shown = toRestError(error);
        end(errorCatalog[shown.code].status >= 500 ? 'failed' : 'refused');
        if (shown.code === 'INTERNAL_ERROR')
          runtime.logger.error({ err: error, requestId: call.requestId, tool: name }, 'a tool failed');
        return { content: [toText(JSON.stringify(errorBody(shown, call.requestId)))], isError: true };
      }
    },
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/** Lists the large content that belongs to the answer of a tool. */
function listLinks(tool: string, args: Readonly<Record<string, unknown>>): ResourceLink[] {
  return linkedResources
    .filter((linked) => linked.tool === tool)
    .map(({ uriTemplate, name, description, mimeType }) => ({
      ...{ type: 'resource_link', uri: expandTemplate(uriTemplate, args) },
      ...{ name, description, mimeType },
    }));
}

function toText(text: string): TextContent {
  return { type: 'text', text };
}
