import { isUtf8 } from 'node:buffer';
import { RestError } from '../errors/rest-error.ts';

/** An escape of half a character, which is lawful only with its other half. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Parses a JSON body. Throws BAD_REQUEST for invalid UTF-8 or JSON, a key `__proto__`, and half of a surrogate pair. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw badRequest('The request body is not valid UTF-8. Send JSON in UTF-8.');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON. Correct it and send it again.');
  }
  if (text.includes('__proto__') || text.includes('\\u')) refuseKeys(value);
  if (surrogateEscape.test(text) && hasLoneSurrogate(value)) throw loneSurrogate();
  return value;
}

/** Refuses keys by which a value could change the behavior of all objects. */
function refuseKeys(value: unknown): void {
  for (const key of listTexts(value, 'keys')) {
    if (key === '__proto__')
      throw badRequest('The request body has a key `__proto__`, which is not accepted.');
  }
}

function hasLoneSurrogate(value: unknown): boolean {
  for (const text of listTexts(value, 'keys and values')) if (!text.isWellFormed()) return true;
  return false;
}

/** Lists the texts of a JSON value of any depth. */
function* listTexts(value: unknown, kind: 'keys' | 'keys and values'): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && kind === 'keys and values') yield next;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) yield* Object.keys(next);
    for (const member of Object.values(next) as unknown[]) open.push(member);
  }
}

function loneSurrogate(): RestError {
  return badRequest(
    'The request body has half of a surrogate pair, which is no character. Send whole characters.',
  );
}

function badRequest(message: string): RestError {
  return new RestError('BAD_REQUEST', message);
}
