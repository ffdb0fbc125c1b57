import { newId } from '@assay/chassis/ids';
import { kibibytes, mebibytes } from '@assay/chassis/units';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunked, pour, slowAnswers } from '../../../chassis/test/egress/hostile-answers.ts';
import { answerWith, startReceiver, untrusted } from '../../../chassis/test/egress/receivers.ts';
import type { Answer, Receiver, ReceiverOptions } from '../../../chassis/test/egress/receivers.ts';
import { awaitAttempt } from '../advance.ts';
import { completeRun, newWebhook, start } from '../start.ts';
import type { Path, Started } from '../start.ts';

/** How an attempt ends: the status code if there was one, and the text of the error for people. */
interface Ending {
  readonly statusCode?: number;
  readonly error?: RegExp;
}

interface Hostile extends Ending {
  readonly answer: Answer;
  readonly options?: ReceiverOptions;
}

const timeout = /did not complete its answer within 10 s/u;
const closed = /closed the connection before its answer was complete/u;
const invalid = /not valid HTTP or its headers are too long/u;
const badTls = /TLS connection failed\. Check the certificate/u;
const notAccepted = /did not accept the connection in time/u;
const long = 'a'.repeat(mebibytes(8));
const write = (text: string): Answer => {
  return (socket) => void socket.write(text);
};

const slow: Readonly<Record<string, Hostile>> = Object.fromEntries(
  Object.entries(slowAnswers).map(([name, answer]) => [name, { answer, error: timeout }]),
);
const quick: Readonly<Record<string, Hostile>> = {
  'accepts the connection and is silent': { ...slowWithoutTls(), error: notAccepted },
  'resets the connection': { answer: () => findReceiver('resets the connection').reset(), error: closed },
  'closes the connection': { answer: (socket) => socket.end(), error: closed },
  'sends 8 MB of headers': { answer: write(`HTTP/1.1 200 OK\r\nx-a: ${long}\r\n\r\n`), error: invalid },
  'sends 8 MB of trailers': { answer: write(`${chunked}0\r\nx-a: ${long}\r\n\r\n`), error: invalid },
  'answers with noise': { answer: write('220 mail.example.com ESMTP\r\n'), error: invalid },
  'has a certificate of an unknown authority': {
    answer: answerWith(200),
    options: { certificate: untrusted },
    error: badTls,
  },
  'speaks plain text': { answer: answerWith(200), options: { plain: true }, error: badTls },
  'sends 8 MB of body with an error': {
    answer: answerWith(500, long),
    statusCode: 500,
    error: /responded 500/u,
  },
  'sends 8 MB of body': { answer: answerWith(200, long), statusCode: 200 },
  'sends a body without an end': {
    statusCode: 200,
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket);
    },
  },
  'redirects inwards': { answer: redirectInwards, statusCode: 307, error: /responded 307/u },
};

function slowWithoutTls(): Pick<Hostile, 'answer' | 'options'> {
  return { answer: () => undefined, options: { plain: true } };
}

function redirectInwards(...[socket, request]: Parameters<Answer>): void {
  answerWith(307, '', [`location: https://127.0.0.2:${inside.port.toString()}/`])(socket, request);
}

function findReceiver(name: string): Receiver {
  return receivers[hostile.findIndex(([other]) => other === name)] ?? friendly;
}

/** Limits of a busy machine, which runs callbacks late. */
const slackMs = 5_000;
const hostile = Object.entries({ ...slow, ...quick });
const receivers: Receiver[] = [];
let [inside, friendly, running]: [Receiver, Receiver, Started] = [] as never;
beforeAll(async () => {
  inside = await startReceiver(answerWith(200), { host: '127.0.0.2' });
  friendly = await startReceiver(answerWith(204));
  for (const [, { answer, options }] of hostile) receivers.push(await startReceiver(answer, options));
  const addresses = [friendly, ...receivers].map(({ port }) => ({ address: `127.0.0.1:${port.toString()}` }));
  const slots = hostile.length.toString();
  running = await start(addresses, { WEBHOOK_CONCURRENCY: slots, WEBHOOK_PER_ORGANIZATION: slots });
});
afterAll(async () => {
  await running.stop();
  for (const receiver of [inside, friendly, ...receivers]) await receiver.stop();
});

const subscribe = (call: ReturnType<typeof callBy>, { port }: Receiver, projectId = newId()) =>
  newWebhook(running, call, { url: `https://127.0.0.1:${port.toString()}/hooks`, projectId });

describe('hostile receivers', () => {
  it('cost one slot and 10 s at most each, and the log says what they did', async () => {
    const other = callBy();
    // One organization could not begin all attempts: those that hang would leave it one place.
    const subscribed: { readonly call: ReturnType<typeof callBy>; readonly path: Path }[] = [];
    for (const receiver of receivers) {
      const call = callBy();
      subscribed.push({ call, path: (await subscribe(call, receiver)).path });
    }
    const served = await subscribe(other, friendly);
    for (const { call, path } of subscribed) await completeRun(running, call, path.ownerId);
    // Every receiver has its one slot. As soon as a quick one has failed, another organization is served.
    await eventually(async () => {
      const begun = { webhookId: { $in: subscribed.map(({ path }) => path.webhookId) }, attempt: 1 };
      const count = await running.db.collection('webhook_deliveries').countDocuments(begun);
      expect(count).toBe(hostile.length);
    });
    await completeRun(running, other, served.path.ownerId);
    const [delivery] = await awaitAttempt(running, { call: other, path: served.path, count: 1 }, 1);
    expect(delivery?.status).toBe(DeliveryStatus.SUCCEEDED);
    for (const [index, [name, { statusCode, error }]] of hostile.entries()) {
      const { call, path } = subscribed[index] ?? { call: other, path: served.path };
      const [ended] = await awaitAttempt(running, { call, path, count: 1 }, 1);
      const status = error === undefined ? DeliveryStatus.SUCCEEDED : DeliveryStatus.FAILED;
      expect([name, ended]).toMatchObject([name, { status, responseStatusCode: statusCode }]);
      expect([name, ended?.errorMessage ?? '']).toEqual([name, expect.stringMatching(error ?? /^$/u)]);
      expect(ended?.durationMs).toBeLessThan(10_000 + slackMs);
      expect(Buffer.byteLength(ended?.responseBody ?? '')).toBeLessThanOrEqual(kibibytes(2));
    }
    expect(inside.sockets).toEqual([]);
  });

  it('get one connection for an attempt, and it is closed afterwards', async () => {
    for (const [index, [name]] of hostile.entries()) {
      const receiver = receivers[index] ?? friendly;
      expect([name, receiver.sockets.length <= 1]).toEqual([name, true]);
      await eventually(() => {
        expect([name, receiver.openConnections()]).toEqual([name, 0]);
      });
    }
  });

  it('can send little more than 64 KB of a body, and 2 KB are kept', async () => {
    const [first] = findReceiver('sends a body without an end').sockets;
    // The buffers of the connection take more than the process reads.
    expect(first?.bytesWritten).toBeLessThan(mebibytes(16));
    const facts = { responseStatusCode: 200, status: 'succeeded' };
    const stored = await running.db.collection('webhook_deliveries').find(facts).toArray();
    const kept = 'a'.repeat(kibibytes(2));
    expect(stored.map(({ responseBody }) => String(responseBody))).toEqual([kept, kept]);
  });
});
