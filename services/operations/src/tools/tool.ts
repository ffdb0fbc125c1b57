import type { OutgoingCall } from '@assay/chassis/call-context';
import type { JsonSchema } from '../json-schema.ts';
import type { Callers } from '../operation.ts';

/** The toolsets, in the order of the list of tools. Those without tools are valid names and list nothing. */
export const toolsetNames = [
  'identity',
  'projects',
  'datasets',
  'verification',
  'data_platform',
  'language_technology',
  'ai_platform',
  'crowdsourcing',
  'gathering',
  'evaluation',
  'monitoring',
] as const;
export type ToolsetName = (typeof toolsetNames)[number];

export type Arguments = Readonly<Record<string, unknown>>;

/** A member of the answer that no response of the operation has. */
export interface AddedMember {
  readonly schema: JsonSchema;
  readonly read: (call: OutgoingCall, args: Arguments) => unknown;
}

/** Long work, which clients with the tasks extension follow as a task. */
export interface StartedWork {
  /** The tool that reads it, such as `get_verification_run`. Its argument is `runId`. */
  readonly readBy: string;
  /** The id of the operation that cancels it. */
  readonly canceledBy: string;
}

/**
 * A tool as its toolset declares it. Role, module and idempotency come from the access rules of the operation, annotations from the
 * name. The operation of a list also takes `limit`, `offset` and `fields`; an idempotent one takes `idempotencyKey`.
 */
export interface Tool {
  /** The id of the operation that the tool performs. */
  readonly operation: string;
  /** Operations that show the same over REST, so that a key which allows the tool may call them too. */
  readonly alsoOpens?: readonly string[];
  /** References in braces, as in the description of an operation, are rendered for MCP. */
  readonly description: string;
  /** The inputs of the operation that the tool accepts, by their names in REST. */
  readonly arguments: readonly string[];
  /** Members of the answer that no response of the operation has. */
  readonly adds?: Readonly<Record<string, AddedMember>>;
  /** True if the client may choose the members of an answer that is not a list. */
  readonly hasFields?: boolean;
  /** Members of the items by which the tool filters a list that the operation returns whole. */
  readonly filters?: readonly string[];
  /** The operation that estimates the price of a paid tool, which then also takes `dryRun`. */
  readonly estimatedBy?: string;
  /** The task that the tool starts: work that goes on after the answer. */
  readonly starts?: StartedWork;
  /** A condition of MCP that the operation does not have. Rejects with a RestError. */
  readonly check?: (callers: Callers, call: OutgoingCall, args: Arguments) => Promise<void>;
}

export interface Toolset {
  readonly name: ToolsetName;
  readonly tools: Readonly<Record<string, Tool>>;
}
