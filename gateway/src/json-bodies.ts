import { isUtf8 } from 'node:buffer';
import { RestError } from '@assay/operations/errors/rest-error';
import type { RestApp } from './rest-app.ts';

const jsonType = 'application/json';
/** An escape of half a character, which is lawful only with its other half. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Accepts JSON only. An empty body counts as no body, because many clients send the JSON content type with every POST. */
export function parseJsonBodies(app: RestApp): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const coding = request.headers['content-encoding'];
    done(coding === undefined || coding === 'identity' ? null : refuseCoding(coding));
  });
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseJson(bytes: Buffer): unknown {
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

function refuseCoding(coding: string): RestError {
  return new RestError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The request body has the content coding ${coding.slice(0, 40)}. Send it without a content coding.`,
  );
}
