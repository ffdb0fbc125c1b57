import { DiscardPolicy, RetentionPolicy, StorageType, nanos } from 'nats';
import type { StreamConfig } from 'nats';
import { apiCode } from './api-code.ts';
import type { EventConnection } from './connection.ts';
import { subjectOf } from './event.ts';
import type { NamedMessage } from './event.ts';

export interface StreamOptions {
  /** Upper snake case, such as `FILES`. */
  readonly name: string;
  /** The messages it keeps; a message belongs to one stream. */
  readonly messages: readonly NamedMessage[];
  /** `limits` keeps events for `maxAgeMs` for any number of consumers; `workqueue` keeps each until one worker is done. */
  readonly retention: 'limits' | 'workqueue';
  readonly maxAgeMs: number;
  readonly replicas?: number | undefined;
  /** How long an event id is remembered; default two minutes. */
  readonly duplicateWindowMs?: number | undefined;
}

/** Where events end that no consumer could handle; subjects are `dead-letters.<durable>`. */
export const deadLetterStream = 'DEAD_LETTERS';
export const deadLetterPrefix = 'dead-letters';

const twoMinutesMs = 120_000;
const ninetyDaysMs = 90 * 86_400_000;
const streamNameInUse = 10_058;
export const streamNotFound = 10_059;

/**
 * Creates the stream or updates its configuration; may run in many processes at once. The owner of the domain
 * calls it; retention and storage of an existing stream cannot change.
 */
export async function ensureStream(connection: EventConnection, options: StreamOptions): Promise<void> {
  const isWork = options.retention === 'workqueue';
  await ensure(connection, {
    name: options.name,
    subjects: options.messages.map(subjectOf),
    retention: isWork ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    max_age: nanos(options.maxAgeMs),
    num_replicas: options.replicas ?? 1,
    duplicate_window: nanos(Math.min(options.duplicateWindowMs ?? twoMinutesMs, options.maxAgeMs)),
  });
}

/** The stream of dead letters; every consumer ensures it before it takes its first event. */
export async function ensureDeadLetters(connection: EventConnection, replicas = 1): Promise<void> {
  await ensure(connection, {
    name: deadLetterStream,
    subjects: [`${deadLetterPrefix}.>`],
    retention: RetentionPolicy.Limits,
    max_age: nanos(ninetyDaysMs),
    num_replicas: replicas,
    duplicate_window: nanos(twoMinutesMs),
  });
}

type DeclaredConfig = Pick<
  StreamConfig,
  'name' | 'subjects' | 'retention' | 'max_age' | 'num_replicas' | 'duplicate_window'
>;

async function ensure({ jsm, namespace }: EventConnection, declared: DeclaredConfig): Promise<void> {
  const name = namespace.stream(declared.name);
  const subjects = declared.subjects.map((subject) => namespace.subject(subject));
  const config = { ...declared, name, subjects, storage: StorageType.File, discard: DiscardPolicy.Old };
  try {
    await jsm.streams.update(name, config);
  } catch (error) {
    if (apiCode(error) !== streamNotFound) throw error;
    await jsm.streams.add(config).catch(async (addError: unknown) => {
      // Somebody else created it in between, with another configuration.
      if (apiCode(addError) !== streamNameInUse) throw addError;
      await jsm.streams.update(name, config);
    });
  }
}
