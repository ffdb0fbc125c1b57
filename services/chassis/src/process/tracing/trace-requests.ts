import type { S3Client } from '@aws-sdk/client-s3';
import { currentTraceparent, inSpan } from './spans.ts';

/** Every command of the client is a span inside the one that sent it; what nobody asked for is none. */
export function traceRequests(client: S3Client, bucket: string): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (currentTraceparent() === undefined) return next(args);
        const name = commandName.replace(/Command$/u, '');
        const attributes = { 'rpc.system': 'aws-api', 'rpc.method': name, 'aws.s3.bucket': bucket };
        return inSpan({ name: `S3 ${name}`, kind: 'client', attributes }, () => next(args));
      },
    { step: 'initialize', name: 'tracing' },
  );
}
