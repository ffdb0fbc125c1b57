import type { Runtime } from '@assay/chassis/process/runtime';
import { findTimeoutMs } from '@assay/operations/adapter/callers';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { errorBody, toRestError } from '@assay/operations/errors/show-error';
import type { Callers } from '@assay/operations/operation';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { Config } from '../config.ts';
import { showTask } from './task.ts';
import type { Task } from './task.ts';
import { buildAnswer, toText } from './answer.ts';
import type { TextContent, ToolAnswer } from './answer.ts';
import type { Caller } from './caller.ts';
import { lockDown } from './lock-down.ts';
import { prepareLists } from './prepared-lists.ts';
import type { FindList } from './prepared-lists.ts';
import { createToolMetrics } from './tool-metrics.ts';
import type { ToolCallOutcome } from './tool-metrics.ts';
import { findReasonToHide } from './visible-tools.ts';

/** The answer of a tool. A failed call has the error body of REST as its only text. */
export type ToolOutcome =
  | ToolAnswer
  /** The work goes on as a task. */
  | (Task & { readonly content: readonly []; readonly resultType: 'task' })
  | { readonly content: readonly TextContent[]; readonly isError: true }
  /** The tool is unknown or hidden. */
  | { readonly refusal: string };

export interface ToolCall {
  readonly name: string;
  readonly args: Arguments;
  /** True if the client follows long work as a task. */
  readonly takesTasks: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolRunner {
  /** Returns the JSON array of the tools that a caller sees, in the order of the toolsets. */
  readonly list: FindList;
  run(caller: Caller, request: ToolCall): Promise<ToolOutcome>;
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

  async function perform(
    tool: ServedTool,
    { call, selection }: Caller,
    { args, takesTasks }: ToolCall,
  ): Promise<ToolOutcome> {
    const deadline = new Date(Date.now() + findTimeoutMs(tool.rpcs, callTimeoutMs));
    const result = await tool.perform(callers, { ...call, deadline }, args);
    const structuredContent = selection.isLockdown ? lockDown(result) : result;
    const isStarted = takesTasks && tool.starts !== undefined && args['dryRun'] !== true;
    if (isStarted) return { content: [], resultType: 'task', ...showTask(tool.starts, structuredContent) };
    return buildAnswer(tool.name, args, structuredContent);
  }

  return {
    list: prepareLists(tools),
    async run(caller, request) {
      const { call, selection } = caller;
      const { name } = request;
      const tool = byName.get(name);
      if (tool === undefined) return { refusal: `There is no tool ${name.slice(0, 100)}.` };
      const hidden = findReasonToHide(tool, call.actor, selection);
      if (hidden !== undefined) return { refusal: `The tool cannot be called: ${hidden}.` };
      const began = performance.now();
      const end = (outcome: ToolCallOutcome): void => {
        observe(name, outcome, performance.now() - began);
      };
      try {
        const answer = await perform(tool, caller, request);
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
