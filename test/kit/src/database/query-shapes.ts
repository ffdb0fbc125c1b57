import type { CommandStartedEvent, Document } from 'mongodb';

/** The fields of a query by their use, without values. */
export interface QueryShape {
  readonly collection: string;
  readonly equal: readonly string[];
  readonly range: readonly string[];
  readonly sort: readonly (readonly [field: string, direction: number])[];
}

/** Reads the query shapes of a command that finds, counts, changes or removes documents; empty for other commands. */
export function readQueryShapes({ commandName, command }: CommandStartedEvent): QueryShape[] {
  const collection = String(command[commandName]);
  const shape = (filter: unknown, order?: unknown): QueryShape => {
    const { equal, range } = readFields(filter);
    const sort = readSort(order);
    // An index in the order of the sort serves several values of a sorted field too.
    const others = equal.filter((field) => !sort.some(([sorted]) => sorted === field));
    return { collection, equal: others, range, sort };
  };
  switch (commandName) {
    case 'find':
      return [shape(command['filter'], command['sort'])];
    case 'findAndModify':
      return [shape(command['query'], command['sort'])];
    case 'update':
      return documents(command['updates']).map(({ q }) => shape(q));
    case 'delete':
      return documents(command['deletes']).map(({ q }) => shape(q));
    case 'count':
      return [shape(command['query'])];
    case 'aggregate':
      return documents(command['pipeline']).flatMap(({ $match }) =>
        $match === undefined ? [] : [shape($match)],
      );
    default:
      return [];
  }
}

function readFields(filter: unknown): Pick<QueryShape, 'equal' | 'range'> {
  const entries = listEntries(filter).filter(([field]) => !field.startsWith('$'));
  const isRange = ([, condition]: [string, unknown]): boolean =>
    condition instanceof RegExp ||
    listEntries(condition).some(([operator]) => rangeOperators.includes(operator));
  return {
    equal: entries.filter((entry) => !isRange(entry)).map(([field]) => field),
    range: entries.filter(isRange).map(([field]) => field),
  };
}

const rangeOperators = ['$gt', '$gte', '$lt', '$lte', '$ne', '$nin', '$exists', '$regex', '$not'];

function readSort(sort: unknown): QueryShape['sort'] {
  const pairs = sort instanceof Map ? [...(sort as Map<string, unknown>)] : listEntries(sort);
  return pairs.map(([field, direction]) => [field, Number(direction)] as const);
}

function documents(value: unknown): Document[] {
  return Array.isArray(value) ? (value as Document[]) : [];
}

function listEntries(value: unknown): [string, unknown][] {
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof RegExp)
    return [];
  return Object.entries(value);
}
