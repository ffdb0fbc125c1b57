import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { ClientCapabilities, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { TaskReader } from '../tasks/task-reader.ts';
import type { Caller } from '../tools/caller.ts';

export const tasksExtensionName = 'io.modelcontextprotocol/tasks';

/** The extensions that the server declares from 2026-07-28 on. */
export const tasksExtension = { [tasksExtensionName]: {} };

/** Returns true if the request declares the tasks extension. Requests before 2026-07-28 cannot. */
export function declaresTasks({ mcpReq: { envelope } }: ServerContext): boolean {
  const declared = (envelope as Readonly<Record<string, unknown>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  return Object.hasOwn((declared as ClientCapabilities | undefined)?.extensions ?? {}, tasksExtensionName);
}

/** Serves the methods of the tasks extension, which the protocol library does not. */
export function serveTasks({ server }: McpServer, tasks: TaskReader, caller: Caller): void {
  const serve = (method: string, answer: (taskId: string) => Promise<object>): void => {
    server.setRequestHandler(method, { params: anyParams }, async (params, context) => {
      if (!declaresTasks(context))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: tasksExtension },
        });
      return { ...(await answer(readTaskId(params))) };
    });
  };
  serve('tasks/get', (taskId) => tasks.get(caller, taskId));
  serve('tasks/cancel', async (taskId) => {
    await tasks.cancel(caller, taskId);
    return {};
  });
  // No task ever needs input, so responses have no request and are ignored.
  serve('tasks/update', async (taskId) => {
    await tasks.get(caller, taskId);
    return {};
  });
}

/** Accepts all parameters: `readTaskId` checks the only one that is used. */
const anyParams = {
  '~standard': { version: 1, vendor: 'assay', validate: (value: unknown) => ({ value }) },
} as const;

function readTaskId(params: unknown): string {
  const { taskId } = params as { readonly taskId?: unknown };
  if (typeof taskId === 'string') return taskId;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'taskId is missing. It must be a text.');
}
