import type { OutgoingCall } from '@assay/chassis/call-context';
import type { ServedOperation } from '../../derive/serve-operations.ts';
import type { Callers } from '../../operation.ts';
import type { StartedWork } from '../tool.ts';

/** The seconds after which a client reads long work again. */
export const pollSeconds = 5;

/** An operation that the adapter of MCP can perform. */
export type Performed = ServedOperation & { readonly perform: NonNullable<ServedOperation['perform']> };

/** A kind of long work. The id of a task is `{kind}:{runId}`, so that nothing about tasks is stored. */
export interface TaskKind {
  /** The name of the tool that reads the work, without `get_`. */
  readonly kind: string;
  readonly readBy: string;
  /** Cancels the work. Rejects with a DomainError or RestError. */
  readonly cancel: (callers: Callers, call: OutgoingCall, runId: string) => Promise<void>;
}

export function serveTaskKind({ readBy }: StartedWork, cancelation: Performed): TaskKind {
  return {
    kind: readBy.slice('get_'.length),
    readBy,
    async cancel(callers, call, runId) {
      await cancelation.perform(callers, call, { params: { runId }, query: {}, body: undefined });
    },
  };
}
