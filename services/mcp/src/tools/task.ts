import { pollSeconds } from '@assay/operations/tools/toolsets/tasks';
import type { TaskKind } from '@assay/operations/tools/toolsets/tasks';

/** The status of a task in the tasks extension, without `input_required`, because no work needs the client. */
type TaskStatus = 'working' | 'completed' | 'failed' | 'cancelled';

/** A task of the extension `io.modelcontextprotocol/tasks`, without its result. */
export interface Task {
  /** `{kind}:{runId}`. */
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Null: a task is known as long as its run. */
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
}

type Run = Readonly<Record<string, unknown>>;

/** Shows a run, as REST shows it, as a task. */
export function showTask({ kind }: Pick<TaskKind, 'kind'>, run: Run): Task {
  const status = readStatus(run);
  const { id, error, createdAt, updatedAt, completedAt, startedAt } = run;
  return {
    taskId: `${kind}:${String(id)}`,
    status,
    ...(status === 'failed' && { statusMessage: String(error) }),
    createdAt: String(createdAt),
    lastUpdatedAt: String(updatedAt ?? completedAt ?? startedAt ?? createdAt),
    ttlMs: null,
    pollIntervalMs: pollSeconds * 1_000,
  };
}

function readStatus({ status, error }: Run): TaskStatus {
  if (status === 'completed') return 'completed';
  if (status !== 'failed') return 'working';
  return error === 'canceled' ? 'cancelled' : 'failed';
}
