/** The hints about a tool that clients show to people and use to decide about confirmation. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const reads = ['list_', 'get_', 'estimate_'];
const repeatable = [...reads, 'update_', 'delete_', 'accept_'];

/** The tools whose effect replaces or removes something. Their names do not tell. */
const destructive: ReadonlySet<string> = new Set([
  'delete_dataset',
  'reject_crowd_answer',
  'update_project',
  'update_gathered_item',
]);

/** The tools that make the platform read from the internet. */
const openWorld: ReadonlySet<string> = new Set(['create_gathering_job', 'create_monitoring_schedule']);

/** Derives the hints from the name of a tool and the exceptions above. */
export function deriveAnnotations(name: string): ToolAnnotations {
  const startsWithOne = (prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => name.startsWith(prefix));
  return {
    readOnlyHint: startsWithOne(reads),
    destructiveHint: destructive.has(name),
    idempotentHint: startsWithOne(repeatable),
    openWorldHint: openWorld.has(name),
  };
}
