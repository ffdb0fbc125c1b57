import { MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/errors.ts';
import { asUnavailable } from '../../src/grpc/unavailable.ts';
import { connectMongo } from '../../src/mongo/connect.ts';
import { createObjectStorage } from '../../src/storage/object-storage.ts';

const nowhere = createObjectStorage({
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  bucket: 'b',
  accessKeyId: 'a',
  secretAccessKey: 's',
});
const unavailable = {
  status: 'UNAVAILABLE',
  reason: 'DEPENDENCY_UNAVAILABLE',
  message: 'The service is temporarily unavailable. Try again later.',
};
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an error of an unavailable server', () => {
  it('of MongoDB is UNAVAILABLE', async () => {
    const options = {
      uri: 'mongodb://127.0.0.1:1',
      database: 'd',
      appName: 'test',
      serverSelectionTimeoutMs: 50,
    };
    expect(asUnavailable(await thrownBy(connectMongo(options)))).toMatchObject(unavailable);
    expect(asUnavailable(new MongoNetworkError('connection closed'))).toMatchObject(unavailable);
    const election = new MongoServerError({ message: 'not primary', code: 10_107 });
    election.addErrorLabel('RetryableWriteError');
    expect(asUnavailable(new Error('a write failed', { cause: election }))).toMatchObject(unavailable);
  });

  it('of the object storage is UNAVAILABLE', async () => {
    expect(asUnavailable(await thrownBy(nowhere.head('key')))).toMatchObject(unavailable);
    const overloaded = Object.assign(new Error('slow down'), { $metadata: { httpStatusCode: 503 } });
    expect(asUnavailable(overloaded)).toMatchObject(unavailable);
  });

  it('keeps its cause for the log', () => {
    const error = new MongoNetworkError('connection closed');
    expect((asUnavailable(error) as Error).cause).toBe(error);
  });
});

describe('any other error', () => {
  it('is returned unchanged', () => {
    const refused = new DomainError('NOT_FOUND', 'X', 'x', { cause: new MongoNetworkError('closed') });
    const duplicate = new MongoServerError({ message: 'E11000', code: 11_000 });
    const denied = Object.assign(new Error('denied'), { $metadata: { httpStatusCode: 403 } });
    for (const error of [refused, duplicate, denied, new TypeError('x'), 'text']) {
      expect(asUnavailable(error)).toBe(error);
    }
  });
});
