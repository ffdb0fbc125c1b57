/** The members that have only texts of third parties, in any answer: quoted content, and the name that a guest chose. */
const hidden: ReadonlySet<string> = new Set(['untrusted', 'displayName']);

/**
 * Returns the answer without texts of third parties, so that none reaches an agent: the members above are null, and so are the free texts
 * of the workers of crowd jobs.
 */
export function lockDown<T>(answer: T): T {
  // The members stay the same, but for values that are nullable.
  return replace(answer) as T;
}

type Values = Readonly<Record<string, unknown>>;

function replace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replace);
  if (!isObject(value)) return value;
  const replaced = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, hidden.has(name) ? null : replace(member)]),
  );
  if (Object.hasOwn(replaced, 'questionType')) return hideAnswer(replaced);
  return Object.hasOwn(replaced, 'questionKey') ? hideNote(replaced) : replaced;
}

/** Hides the text of an answered question, and the notes of the regions that answer it. */
function hideAnswer(answered: Values): Values {
  const { questionType, value } = answered;
  if (questionType === 'text') return { ...answered, value: null };
  return Array.isArray(value) ? { ...answered, value: value.map(hideNote) } : answered;
}

/** Hides the note of a marked region. Other values stay the same. */
function hideNote(region: unknown): Values {
  const isNoted = isObject(region) && Object.hasOwn(region, 'note');
  return isNoted ? { ...region, note: null } : (region as Values);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
