/** Memory that a service keeps for callers without a token. */
import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { ExchangeServiceService } from '@assay/proto/exchange/v1/exchange_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { startMemoryService } from '../memory-service/start-memory-service.ts';
import { residentMb } from './process-memory.ts';

/**
 * What a service keeps of 400 callers without a token: each opens a stream for many calls, announces one byte and sends a mebibyte;
 * then each asks about its health, in 4 MiB of which the last byte is held back.
 */
const callers = 400;
const mebibyte = 1024 * 1024;

const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const { address, child } = await startMemoryService({ ...key, kid: 'gateway', alg: 'EdDSA' });

const { path, requestSerialize, responseDeserialize } = ExchangeServiceService.exchange;
const none = { token: '', requestId: '', traceparent: '', clientAddress: '', idempotencyKey: '' };
const rpc = { path: FilesServiceService.getFile.path, timeoutMs: 3_600_000 };
const connection = new Client(address, credentials.createInsecure());
const before = residentMb(child.pid);
const statuses = new Map<number, number>();
for (let caller = 0; caller < callers; caller += 1) {
  const stream = connection.makeBidiStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    new Metadata(),
    {},
  );
  stream.on('error', () => undefined).on('data', () => undefined);
  stream.once('status', ({ code }) => statuses.set(code, (statuses.get(code) ?? 0) + 1));
  const payload = Buffer.alloc(mebibyte, 1);
  stream.write({ calls: [{ ...none, ...rpc, number: 1, payload, sizeBytes: 1 }], chunks: [], cancelled: [] });
}
await wait(10_000);
const ended = [...statuses].map(([code, count]) => `${count} with status ${code}`).join(', ');
process.stdout.write(
  `${callers} callers without a token: ${before} MB before, ${residentMb(child.pid)} MB after 10 s; streams ended: ${ended || 'none'}\n`,
);
connection.close();

// Megabytes, of what waits to be sent, too.
const session = connect(`http://${address}`, { maxSessionMemory: 10_000 });
const request = Buffer.alloc(4 * mebibyte + 4);
request.writeUInt32BE(4 * mebibyte, 1);
const headers = { ':method': 'POST', ':path': '/grpc.health.v1.Health/Check', te: 'trailers' };
const answers = new Map<string, number>();
for (let caller = 0; caller < callers; caller += 1) {
  const stream = session.request({ ...headers, 'content-type': 'application/grpc' });
  stream.on('error', () => undefined);
  stream.once('response', ({ 'grpc-status': code }) => {
    answers.set(String(code), (answers.get(String(code)) ?? 0) + 1);
    stream.destroy();
  });
  stream.write(request);
}
let most = residentMb(child.pid);
for (let waits = 0; waits < 100; waits += 1) {
  await wait(100);
  most = Math.max(most, residentMb(child.pid));
}
const told = [...answers].map(([code, count]) => `${count} with status ${code}`).join(', ');
process.stdout.write(
  `${callers} long questions: ${most} MB at most within 10 s; answered: ${told || 'none'}\n`,
);
session.destroy();
child.disconnect();
process.exit();
