import type { Values } from '../job/input/variant.ts';

/** Shows the values of a task to clients: an empty value, as an empty cell of a table has it, is null. */
export function showValues(values: Values): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
  );
}
