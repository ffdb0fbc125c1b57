/** Less than 2,000 tokens, also for text of which a token has few characters. */
const maxCharacters = 5_000;
const maxTextCharacters = 200;

type Values = Readonly<Record<string, unknown>>;

/**
 * Describes a result for clients that show only text: the same JSON, if it is short. Otherwise long texts are cut, then members that
 * are objects or arrays are left out, then the last items of a list.
 */
export function describeResult(result: Values): string {
  const whole = JSON.stringify(result);
  if (whole.length <= maxCharacters) return whole;
  const { data } = result;
  if (!Array.isArray(data))
    return fit(shorten(result), 'Some members are left out. They are in the structured content.');
  const items = (data as readonly Values[]).map(shorten);
  for (let count = items.length; count > 0; count -= 1) {
    const text = JSON.stringify({ ...result, data: items.slice(0, count) });
    if (text.length <= maxCharacters) return `${text}\n${describeOmission(count, items.length)}`;
  }
  return `The list has ${String(result['total'])} items. Select members with \`fields\`.`;
}

function describeOmission(count: number, length: number): string {
  const items = count < length ? ` and items ${String(count + 1)} to ${String(length)}` : '';
  return `Long members${items} are left out. Select members with \`fields\`, or fewer items with \`limit\`.`;
}

function fit(value: Values, note: string): string {
  const text = JSON.stringify(value);
  return text.length <= maxCharacters ? `${text}\n${note}` : `${text.slice(0, maxCharacters)}\n${note}`;
}

/** Keeps scalars, with long texts cut. */
function shorten(value: Values): Values {
  const kept = Object.entries(value).filter(([, member]) => typeof member !== 'object' || member === null);
  return Object.fromEntries(
    kept.map(([name, member]) => [name, typeof member === 'string' ? cut(member) : member]),
  );
}

function cut(text: string): string {
  return text.length <= maxTextCharacters ? text : `${text.slice(0, maxTextCharacters)}…`;
}
