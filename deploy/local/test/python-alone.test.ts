import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createObjectStorage } from '@assay/chassis/storage/object-storage';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startGuardian } from '../src/processes/guardian.ts';
import type { Guardian } from '../src/processes/guardian.ts';
import { findOnPath } from '../src/servers/find-on-path.ts';
import { startServers } from '../src/servers/start-servers.ts';
import type { RunningServers } from '../src/servers/start-servers.ts';
import { toolboxOf } from '../src/servers/toolbox.ts';

const config = readConfig();
const hasPip = await toolboxOf(config).hasPip();

describe.skipIf(!hasPip)('on a machine with Node and Python alone (needs python3 with pip)', () => {
  let folder: string;
  let guardian: Guardian;
  let servers: RunningServers;
  let storage: ObjectStorage;
  const taken: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-python-'));
    for (const name of ['python3', 'npm', 'node']) {
      await symlink(findOnPath(name, config.path) ?? '', join(folder, name));
    }
    guardian = startGuardian();
    const given = { ...config.external, mongodbUri: undefined, natsUrl: undefined, s3: undefined };
    servers = await startServers({
      config: { ...config, path: [folder], external: { ...given, redisUrl: undefined } },
      mode: 'persistent',
      stateDir: folder,
      guardian,
      onProgress: ({ server, kind, line }) => {
        if (kind === 'resolved') taken.push(`${server}: ${line}`);
      },
      containers: {
        provide: () => Promise.resolve({ isHere: false }),
        start: () => Promise.reject(new Error('no Docker')),
      },
    });
    storage = createObjectStorage(servers.s3);
  }, 600_000);
  afterAll(async () => {
    storage.close();
    await servers.stop();
    guardian.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('every server comes from PyPI, or runs on the Java from there', () => {
    expect(taken.filter((line) => !line.startsWith('Redis')).sort()).toEqual([
      'FFmpeg: ffmpeg 9.0.2 from PyPI',
      'MongoDB: mongo-java-server, with Java 25 from PyPI',
      'NATS: nats-server 2.15.1 from PyPI',
      'S3: S3Proxy on a folder, with Java 25 from PyPI',
    ]);
  });

  it('S3 keeps what it acknowledged when it is killed, and serves links and ranges of it', async () => {
    const large = Buffer.alloc(12 * 1024 * 1024, 'assay');
    await storage.put('small', Buffer.from('small'), { contentType: 'text/plain' });
    await storage.upload('large', Readable.from([large]), { contentType: 'image/jpeg' });
    await servers.processes.s3?.kill();
    await servers.processes.s3?.restart();
    expect((await buffer(await storage.get('small'))).toString()).toBe('small');
    expect((await buffer(await storage.get('large'))).equals(large)).toBe(true);
    const names = { expiresInSeconds: 60, fileName: 'a.jpg', contentType: 'image/jpeg' };
    const { url } = await storage.presignDownload('large', names);
    const answer = await fetch(url, { headers: { range: 'bytes=7-11' } });
    expect([answer.status, await answer.text()]).toEqual([206, large.subarray(7, 12).toString()]);
    const forged = await fetch(url.replace('large', 'small'));
    expect(forged.status).toBe(403);
  });

  it('S3 leaves nothing of an upload that is aborted', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(11 * 1024 * 1024);
        throw new Error('gone');
      })(),
    );
    await expect(storage.upload('broken', broken, { contentType: 'image/jpeg' })).rejects.toThrow('gone');
    expect(await storage.head('broken')).toBeUndefined();
    expect(await storage.abortIncompleteUploads('', new Date(Date.now() + 60_000))).toBe(0);
  });
});
