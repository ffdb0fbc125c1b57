import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';
import type { SeededRandom } from '@assay/test-kit/seeded-random';
import type { Content } from './contents.ts';
import { presenceOf } from './known.ts';
import type { Known, KnownProject } from './known.ts';

export interface Asked {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Sent instead of a body, with PUT. */
  readonly bytes?: Uint8Array;
  /** Sent instead of a body. */
  readonly upload?: Content & { readonly projectId: string };
  /** Whether it is sent with an idempotency key. */
  readonly isKeyed?: boolean;
  /** Whether it is repeated until it is answered; with a key it always is. */
  readonly isPatient?: boolean;
}

export interface Outcome {
  /** Undefined: nobody knows what became of it. */
  readonly answer: RestAnswer | undefined;
  /** How often it was sent without an answer. */
  readonly unanswered: number;
}

/** What came of the requests of all clients. */
export interface Tally {
  requests: number;
  unanswered: number;
  /** Of each operation. */
  readonly done: Map<string, number>;
  /** Answers that the contract does not have. */
  readonly wrong: string[];
  /** What was acknowledged and then not found, or found otherwise. */
  readonly lost: string[];
}

export interface Client {
  readonly name: string;
  readonly rest: Rest;
  readonly random: SeededRandom;
  /** Every request before it is sent and every answer, a JSON object a line. */
  readonly journalFile: string;
  readonly tally: Tally;
  /** Its own, and the one it shares with others of its organization. */
  readonly projects: KnownProject[];
}

const patienceMs = 180_000;
const repeatMs = 200;

/** Sends a request, again where it is to be repeated; rejects when a repeated one is not answered within three minutes. */
export async function ask(client: Client, asked: Asked): Promise<Outcome> {
  const key = asked.isKeyed === true ? newId() : undefined;
  const deadline = Date.now() + patienceMs;
  for (let unanswered = 0; ;) {
    const answer = await askOnce(client, asked, key);
    if (answer !== undefined) return { answer, unanswered };
    unanswered += 1;
    if (key === undefined && asked.isPatient !== true) return { answer, unanswered };
    if (Date.now() > deadline) throw new Error(`${asked.method} ${asked.path} was never answered`);
    await pause(repeatMs);
  }
}

async function askOnce(
  { name, rest, journalFile, tally }: Client,
  { operation, method, path, body, bytes, upload }: Asked,
  key: string | undefined,
): Promise<RestAnswer | undefined> {
  const journal = (entry: object): void => {
    appendFileSync(journalFile, `${JSON.stringify({ at: new Date(), name, operation, key, ...entry })}\n`);
  };
  journal({ method, path, body, sha256: upload?.sha256 });
  tally.requests += 1;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const sent =
    upload === undefined
      ? send(rest, { method, path, body, bytes }, headers)
      : rest.upload(upload.projectId, upload);
  const answer = await sent.catch((error: unknown) => {
    journal({ error: String(error) });
  });
  if (answer !== undefined)
    journal({ status: answer.status, id: answer.body?.id, error: answer.body?.error });
  if (answer !== undefined && isAnswered(answer)) return answer;
  tally.unanswered += 1;
  if (answer !== undefined && isWrong(answer))
    tally.wrong.push(`${operation}: ${answer.status.toString()} ${JSON.stringify(answer.body)}`);
  return undefined;
}

type Sent = Pick<Asked, 'method' | 'path'> & {
  readonly body: object | undefined;
  readonly bytes: Uint8Array | undefined;
};

function send(
  rest: Rest,
  { method, path, body, bytes }: Sent,
  headers: Readonly<Record<string, string>>,
): Promise<RestAnswer> {
  switch (method) {
    case 'GET':
      return rest.get(path, headers);
    case 'POST':
      return rest.post(path, body, headers);
    case 'PUT':
      return bytes === undefined ? rest.put(path, body, headers) : rest.putBytes(path, bytes);
    case 'DELETE':
      return rest.delete(path, headers);
  }
}

/** A key under which a killed process was working is busy until that one's time is over. */
function isAnswered({ status, body }: RestAnswer): boolean {
  return status < 500 && body?.error?.code !== 'IDEMPOTENCY_CONFLICT';
}

function isWrong({ status, headers, body }: RestAnswer): boolean {
  if (status < 500) return false;
  return body?.error?.code !== 'SERVICE_UNAVAILABLE' || !/^[1-9]\d*$/u.test(headers.get('retry-after') ?? '');
}

/**
 * The answer, where it has the first of the expected statuses, else undefined. Notes one that has none of them; NOT_FOUND is
 * expected too as soon as one of the things it is about is not certainly there.
 */
export function expected(
  { tally }: Client,
  { operation, path }: Asked,
  { answer, statuses, about }: Expectation,
): RestAnswer | undefined {
  if (answer === undefined) return undefined;
  tally.done.set(operation, (tally.done.get(operation) ?? 0) + 1);
  if (answer.status === statuses[0]) return answer;
  const isGone = answer.status === 404 && presenceOf(...about) !== 'kept';
  if (!isGone && !statuses.includes(answer.status))
    tally.lost.push(`${operation} ${path}: ${answer.status.toString()} ${JSON.stringify(answer.body)}`);
  return undefined;
}

interface Expectation {
  readonly answer: RestAnswer | undefined;
  readonly statuses: readonly number[];
  readonly about: readonly Known[];
}
