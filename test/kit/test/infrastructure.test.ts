import { MongoClient } from 'mongodb';
import { describe, expect, inject, it } from 'vitest';

describe('the servers a test run starts', () => {
  it('gives every test a MongoDB that keeps what is written', async () => {
    const client = new MongoClient(inject('servers').mongodb.uri);
    const notes = client.db('test_kit').collection<{ _id: string }>('notes');
    await notes.insertOne({ _id: 'kept' });
    expect(await notes.findOne({ _id: 'kept' })).toEqual({ _id: 'kept' });
    await client.close();
  });

  it('answers unsigned requests to the bucket with 403', async () => {
    const { s3 } = inject('servers');
    const answer = await fetch(`${s3.endpoint}/${s3.bucket}`);
    expect(answer.status).toBe(403);
  });
});
