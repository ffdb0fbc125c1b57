import type { S3Client } from '@aws-sdk/client-s3';
import { currentTraceparent, inSpan } from './spans.ts';

/** Records each command of an S3 client as a span inside the active one. Commands outside of spans get none. */
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
