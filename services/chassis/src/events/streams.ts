import { DiscardPolicy, RetentionPolicy, StorageType, nanos } from 'nats';
import type { StreamConfig } from 'nats';
import { days } from '../units.ts';
import { unless } from './api-code.ts';
import type { EventConnection } from './connection.ts';
import { deriveSubject } from './event.ts';
import type { NamedMessage } from './event.ts';
import { readStreamName } from './subjects/stream-name.ts';

export interface StreamOptions {
  /** Upper snake case, such as `FILES`. */
  readonly name: string;
  /** The messages that the stream stores. A message belongs to one stream. */
  readonly messages: readonly NamedMessage[];
  /**
   * `limits` stores events for `maxAgeMs`, for any number of consumers. `workqueue` stores an event until one worker
   * has acknowledged it.
   */
  readonly retention: 'limits' | 'workqueue';
  readonly maxAgeMs: number;
  readonly replicas?: number | undefined;
  /** How long the stream detects a repeated event id; default two minutes. */
  readonly duplicateWindowMs?: number | undefined;
}

/** Declares a stream under the name that the options of its messages give. Throws when they name several streams. */
export function declareStream(options: Omit<StreamOptions, 'name'>): StreamOptions {
  const [name, ...others] = new Set(options.messages.map(readStreamName));
  if (name === undefined || others.length > 0) {
    throw new Error(`messages of one stream name ${[name, ...others].join(', ')}`);
  }
  return { name, ...options };
}

/** The stream of the events that no consumer could handle. Its subjects are `dead-letters.<durable>`. */
export const deadLetterStream = 'DEAD_LETTERS';
export const deadLetterPrefix = 'dead-letters';

const twoMinutesMs = 120_000;
const ninetyDaysMs = days(90);
const streamNameInUse = 10_058;
export const streamNotFound = 10_059;

/**
 * Creates the stream, or extends it to its declaration. It is safe in many processes and versions at once: subjects
 * without a declaration stay, since another version may publish them. The prepare command of the owning service calls
 * it. Retention and storage of an existing stream cannot change.
 */
export async function ensureStream(connection: EventConnection, options: StreamOptions): Promise<void> {
  await ensureConfig(connection, declaredConfig(options));
}

/** Creates the stream of dead letters. Every consuming service calls it. */
export async function ensureDeadLetters(connection: EventConnection, replicas = 1): Promise<void> {
  await ensureConfig(connection, {
    name: deadLetterStream,
    subjects: [`${deadLetterPrefix}.>`],
    retention: RetentionPolicy.Limits,
    max_age: nanos(ninetyDaysMs),
    num_replicas: replicas,
    duplicate_window: nanos(twoMinutesMs),
  });
}

/** Returns the subjects of the messages that the stream does not store; undefined when the stream does not exist. */
export async function findMissingSubjects(
  { jsm, namespace }: EventConnection,
  { name, messages }: Pick<StreamOptions, 'name' | 'messages'>,
): Promise<readonly string[] | undefined> {
  const found = await jsm.streams.info(namespace.stream(name)).catch(unless(streamNotFound));
  return (
    found &&
    messages.map(deriveSubject).filter((subject) => !hasSubject(found.config, namespace.subject(subject)))
  );
}

type DeclaredConfig = Pick<
  StreamConfig,
  'name' | 'subjects' | 'retention' | 'max_age' | 'num_replicas' | 'duplicate_window'
>;

function declaredConfig(options: StreamOptions): DeclaredConfig {
  const isWork = options.retention === 'workqueue';
  return {
    name: options.name,
    subjects: options.messages.map(deriveSubject),
    retention: isWork ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    max_age: nanos(options.maxAgeMs),
    num_replicas: options.replicas ?? 1,
    duplicate_window: nanos(Math.min(options.duplicateWindowMs ?? twoMinutesMs, options.maxAgeMs)),
  };
}

const maxAttempts = 10;

/** Reads the configuration again after each change, since another version may have changed it in between. */
async function ensureConfig({ jsm, namespace }: EventConnection, declared: DeclaredConfig): Promise<void> {
  const name = namespace.stream(declared.name);
  const subjects = declared.subjects.map((subject) => namespace.subject(subject));
  const target = { ...declared, name, subjects };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = await jsm.streams.info(name).catch(unless(streamNotFound));
    if (found === undefined) {
      const config = { ...target, storage: StorageType.File, discard: DiscardPolicy.Old };
      // Another process may create the stream at the same time with another configuration.
      await jsm.streams.add(config).catch(unless(streamNameInUse));
      continue;
    }
    const wider = widenConfig(found.config, target);
    if (wider === undefined) return;
    await jsm.streams.update(name, wider);
  }
  throw new Error(`stream ${name} was changed by others at the same time; run the prepare command again`);
}

type WidenedConfig = Pick<StreamConfig, 'subjects' | 'max_age' | 'num_replicas' | 'duplicate_window'>;

/** Returns the union of both configurations, or undefined when the stream has it already. */
function widenConfig(existing: StreamConfig, target: DeclaredConfig): WidenedConfig | undefined {
  const missing = target.subjects.filter((subject) => !hasSubject(existing, subject));
  const wider = {
    subjects: [...existing.subjects, ...missing],
    // 0 means no limit.
    max_age: existing.max_age === 0 ? 0 : Math.max(existing.max_age, target.max_age),
    num_replicas: Math.max(existing.num_replicas, target.num_replicas),
    duplicate_window: Math.max(existing.duplicate_window, target.duplicate_window),
  };
  const isSame =
    missing.length === 0 &&
    wider.max_age === existing.max_age &&
    wider.num_replicas === existing.num_replicas &&
    wider.duplicate_window === existing.duplicate_window;
  return isSame ? undefined : wider;
}

function hasSubject({ subjects }: Pick<StreamConfig, 'subjects'>, subject: string): boolean {
  return subjects.includes(subject);
}
