import { isRequired } from '@assay/chassis/config';
import type { Form, Setting, Settings } from '@assay/chassis/config';
import { processNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { groupOf } from './groups.ts';
import type { Group } from './groups.ts';
import { configurations } from './processes.ts';

/** A variable of a process: everything that is known about it. */
export interface Entry {
  readonly variable: string;
  /** Its name in values, such as `s3PublicEndpoint` for `S3_PUBLIC_ENDPOINT`. */
  readonly name: string;
  readonly about: string;
  readonly group: Group;
  readonly required: boolean;
  /** What the variable would say, and words for what no variable says. */
  readonly fallback: string | undefined;
  readonly unset: readonly string[];
  readonly form: Form;
}

/** The variables of every process, in the order in which its `config.ts` has them. */
export const table: Readonly<Record<ProcessName, readonly Entry[]>> = byProcess((name) =>
  entriesOf(configurations[name].settings),
);

export function byProcess<T>(make: (name: ProcessName) => T): Readonly<Record<ProcessName, T>> {
  // Made for every name there is.
  return Object.fromEntries(processNames.map((name) => [name, make(name)])) as Record<ProcessName, T>;
}

/** One entry for each variable, which several settings may read. */
export function entriesOf(settings: Settings): readonly Entry[] {
  const byVariable = Map.groupBy(Object.values(settings), ({ variable }) => variable);
  return [...byVariable].map(([variable, sharing]) => entryOf(variable, sharing));
}

function entryOf(variable: string, sharing: readonly Setting<unknown>[]): Entry {
  const [first] = sharing;
  if (first === undefined) throw new TypeError(`${variable} has no setting`);
  const { about, fallback, form } = first;
  return {
    variable,
    name: nameInValues(variable),
    about,
    group: groupOf(first),
    required: sharing.some(isRequired),
    fallback,
    unset: [...new Set(sharing.flatMap(({ unset = [] }) => unset))],
    form,
  };
}

export function nameInValues(variable: string): string {
  return variable.toLowerCase().replace(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}
