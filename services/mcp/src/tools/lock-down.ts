/** The member that has texts of third parties, in any answer. */
const untrusted = 'untrusted';

/** Returns the answer with null as each `untrusted` member, so that no text of third parties reaches an agent. */
export function lockDown<T>(answer: T): T {
  // The members stay the same, but for values that are nullable.
  return replace(answer) as T;
}

function replace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replace);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === untrusted ? null : replace(member)]),
  );
}
