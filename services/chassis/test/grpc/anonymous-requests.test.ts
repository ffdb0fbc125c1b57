import { once } from 'node:events';
import { connect } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

const mebibyte = 1024 * 1024;
const health = '/grpc.health.v1.Health/Check';
const reflection = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const { getProject } = ProjectsServiceService;
let scratchpad: Scratchpad;
let session: ClientHttp2Session;
let token: string;

beforeAll(async () => {
  const { privateKey, publicKey } = await tokenKeys('gateway');
  const { actor, organizationId } = buildCall();
  if (actor.kind === 'anonymous') throw new Error('a person was expected');
  token = await createTokenSigner(privateKey, systemClock).sign({ actor, organizationId }, 600);
  scratchpad = await startScratchpad({ publicKey });
  session = connect(`http://${scratchpad.address}`);
});
afterAll(async () => {
  session.destroy();
  await scratchpad.stop();
});

interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The announced length of the message. */
  readonly sizeBytes: number;
  /** The sent part of the message; the rest is held back. */
  readonly begin: Buffer;
  readonly isCompressed?: boolean;
}

/** Starts a message without finishing it, and returns the status in the first headers of the answer. */
async function readStatus({ path, headers, sizeBytes, begin, isCompressed = false }: Sent): Promise<number> {
  const grpc = { 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request({ ':method': 'POST', ':path': path, ...grpc, ...headers });
  const answered = once(stream, 'response');
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(isCompressed ? 1 : 0, 0);
  prefix.writeUInt32BE(sizeBytes, 1);
  const message = Buffer.concat([prefix, begin]);
  if (begin.length === sizeBytes) stream.end(message);
  else stream.write(message);
  const [answerHeaders] = (await answered) as [IncomingHttpHeaders];
  stream.destroy();
  return Number(answerHeaders['grpc-status']);
}

describe('an anonymous client', () => {
  it.each([health, reflection])(
    'gets the error for a message that is too long before the message arrives: %s',
    async (path) => {
      const calls = Array.from({ length: 100 }, () =>
        readStatus({ path, sizeBytes: 4 * mebibyte, begin: Buffer.alloc(1_000) }),
      );
      expect(new Set(await Promise.all(calls))).toEqual(new Set([status.RESOURCE_EXHAUSTED]));
    },
  );

  it('cannot exceed the limit by a compressed message', async () => {
    const begin = gzipSync(Buffer.alloc(4 * mebibyte));
    const packed = { path: health, headers: { 'grpc-encoding': 'gzip' }, isCompressed: true };
    expect(await readStatus({ ...packed, sizeBytes: begin.length, begin })).toBe(status.RESOURCE_EXHAUSTED);
  });

  it('cannot send a request to an rpc that needs a token', async () => {
    for (const headers of [{}, { authorization: 'Bearer not.a.token' }]) {
      const begin = Buffer.alloc(1_000);
      const refused = await readStatus({ path: getProject.path, headers, sizeBytes: 4 * mebibyte, begin });
      expect(refused).toBe(status.UNAUTHENTICATED);
    }
  });
});

describe('a client with a valid token', () => {
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${token}` });

  it('sends up to 4 MiB; a longer message is refused before it arrives', async () => {
    const projectId = `measure:${'x'.repeat(4 * mebibyte - 100)}`;
    const begin = Buffer.from(getProject.requestSerialize({ projectId }));
    const call = { path: getProject.path, headers: headers() };
    // A successful answer has its status in the trailers.
    expect(await readStatus({ ...call, sizeBytes: begin.length, begin })).toBeNaN();
    const short = Buffer.alloc(1_000);
    const refused = await readStatus({ ...call, sizeBytes: 4 * mebibyte + 1, begin: short });
    expect(refused).toBe(status.RESOURCE_EXHAUSTED);
  });
});
