import { FileEnriched, FileUploaded } from '@assay/proto/files/v1/file_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcast, onBroadcast } from '../../src/events/broadcast.ts';
import type { EventConnection } from '../../src/events/connection.ts';
import { ensureStreams, readPublished } from './notes.ts';
import { openNats, uniqueName } from '../servers.ts';

let sender: EventConnection;
let receivers: EventConnection[];

beforeAll(async () => {
  const namespace = uniqueName();
  sender = await openNats(namespace);
  receivers = await Promise.all([openNats(namespace), openNats(namespace), openNats(uniqueName())]);
  await ensureStreams(sender);
});

afterAll(async () => {
  await Promise.all([sender, ...receivers].map((connection) => connection.close()));
});

const uploaded = (fileId: string) => FileUploaded.fromPartial({ fileId });

describe('broadcasts', () => {
  it('reach all subscribers of the same namespace, and no stream', async () => {
    const heard = receivers.map((): string[] => []);
    const stops = receivers.map((connection, index) =>
      onBroadcast(connection, FileUploaded, ({ fileId }) => void heard[index]?.push(fileId)),
    );
    await Promise.all(receivers.map(({ nc }) => nc.flush()));
    broadcast(sender, FileUploaded, uploaded('a'));
    broadcast(sender, FileEnriched, FileEnriched.fromPartial({ fileId: 'other message' }));
    broadcast(sender, FileUploaded, uploaded('b'));
    await expect.poll(() => heard).toEqual([['a', 'b'], ['a', 'b'], []]);
    expect(await readPublished(sender)).toEqual([]);
    for (const stop of stops) stop();
  });

  it('continue after a handler threw, and end after unsubscribing', async () => {
    const heard: string[] = [];
    const stop = onBroadcast(sender, FileUploaded, ({ fileId }) => {
      heard.push(fileId);
      throw new Error('no matter');
    });
    broadcast(sender, FileUploaded, uploaded('a'));
    broadcast(sender, FileUploaded, uploaded('b'));
    await expect.poll(() => heard).toEqual(['a', 'b']);
    stop();
    broadcast(sender, FileUploaded, uploaded('c'));
    await sender.nc.flush();
    expect(heard).toEqual(['a', 'b']);
  });
});
