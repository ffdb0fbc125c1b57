import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { findTimeoutMs } from '@assay/operations/adapter/callers';
import { toRestError } from '@assay/operations/errors/show-error';
import type { Callers } from '@assay/operations/operation';
import type { ServedTool } from '@assay/operations/tools/serve-tools';
import type { TaskKind } from '@assay/operations/tools/toolsets/tasks';
import type { Config } from '../config.ts';
import type { PersonalCall } from '../endpoint/identify-caller.ts';
import { buildAnswer } from '../tools/answer.ts';
import type { ToolAnswer } from '../tools/answer.ts';
import type { Caller } from '../tools/caller.ts';
import { lockDown } from '../tools/lock-down.ts';
import { toProtocolError } from '../tools/protocol-error.ts';
import { findReasonToHide } from '../tools/visible-tools.ts';
import { showTask } from '../tools/task.ts';
import type { Task } from '../tools/task.ts';

interface TaskError {
  readonly code: number;
  readonly message: string;
}

/** A task with the answer of its tool if it is completed, and with an error if it failed. */
export type DetailedTask = Task & {
  readonly result?: ToolAnswer & { readonly resultType: 'complete' };
  readonly error?: TaskError;
};

/** Serves tasks from the runs that they name. All methods reject with the error of the protocol. */
export interface TaskReader {
  get(caller: Caller, taskId: string): Promise<DetailedTask>;
  /** Requests the end of the work. A task that has ended stays as it is. */
  cancel(caller: Caller, taskId: string): Promise<void>;
}

interface Sources {
  readonly callers: Callers;
  readonly tools: readonly ServedTool[];
}

interface FoundTask {
  readonly kind: TaskKind;
  /** The tool that starts the work. */
  readonly starter: ServedTool;
  /** The tool that reads the work. */
  readonly reader: ServedTool;
  readonly runId: string;
}

export function createTaskReader(
  { callers, tools }: Sources,
  { callTimeoutMs }: Pick<Config, 'callTimeoutMs'>,
): TaskReader {
  const kinds = listKinds(tools);

  function find(taskId: string): FoundTask {
    const { kind = '', runId = '' } = taskPattern.exec(taskId)?.groups ?? {};
    const found = kinds.get(kind);
    if (found === undefined) throw unknownTask();
    return { ...found, runId };
  }

  async function attempt<T>(
    { call }: Caller,
    { rpcs }: Pick<ServedTool, 'rpcs'>,
    perform: (call: PersonalCall) => Promise<T>,
  ): Promise<T> {
    const deadline = new Date(Date.now() + findTimeoutMs(rpcs, callTimeoutMs));
    try {
      return await perform({ ...call, deadline });
    } catch (error) {
      if (toRestError(error).code === 'NOT_FOUND') throw unknownTask();
      throw toProtocolError(error, call.requestId);
    }
  }

  return {
    async get(caller, taskId) {
      const { kind, starter, reader, runId } = find(taskId);
      if (![starter, reader].some((tool) => isVisible(tool, caller))) throw unknownTask();
      const args = { runId };
      const read = await attempt(caller, reader, (call) => reader.perform(callers, call, args));
      const run = caller.selection.isLockdown ? lockDown(read) : read;
      return detail(showTask(kind, run), () => buildAnswer(reader.name, args, run));
    },
    async cancel(caller, taskId) {
      const { kind, starter, runId } = find(taskId);
      if (!isVisible(starter, caller)) throw unknownTask();
      await attempt(caller, starter, (call) => endOnce(kind.cancel(callers, call, runId)));
    },
  };
}

const taskPattern = /^(?<kind>[a-z_]+):(?<runId>[a-z0-9]{1,64})$/u;

function listKinds(tools: readonly ServedTool[]): ReadonlyMap<string, Omit<FoundTask, 'runId'>> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const kinds = tools.flatMap((starter) => {
    const { starts: kind } = starter;
    const reader = byName.get(kind?.readBy ?? '');
    return kind === undefined || reader === undefined
      ? []
      : [[kind.kind, { kind, starter, reader }] as const];
  });
  return new Map(kinds);
}

function isVisible(tool: ServedTool, { call: { actor }, selection }: Caller): boolean {
  return findReasonToHide(tool, actor, selection) === undefined;
}

function detail(task: Task, build: () => ToolAnswer): DetailedTask {
  if (task.status === 'completed') return { ...task, result: { resultType: 'complete', ...build() } };
  if (task.status !== 'failed') return task;
  const message = task.statusMessage ?? 'The run failed.';
  return { ...task, error: { code: ProtocolErrorCode.InternalError, message } };
}

/** The extension acknowledges the cancelation of a task that has ended. */
async function endOnce(cancelation: Promise<void>): Promise<void> {
  try {
    await cancelation;
  } catch (error) {
    if (toRestError(error).code !== 'INVALID_STATE') throw error;
  }
}

function unknownTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'The task does not exist.');
}
