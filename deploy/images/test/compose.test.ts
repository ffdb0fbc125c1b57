import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { createSecrets } from '@assay/local/platform/secrets';
import { processNames, serviceNames } from '@assay/proto/processes';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentProblems } from '../../charts/src/configuration/environment-problems.ts';
import { secretsOf } from '../src/compose-secrets.ts';

const file = parse(readFileSync(join(projectRoot, 'deploy/compose.yaml'), 'utf8'), { merge: true });

describe('the composed platform', () => {
  it.each(processNames)('gives %s all it needs, and nothing that it does not read', (name) => {
    const { environment, env_file: secrets } = file.services[name];
    expect(secrets).toBe(`../.assay/compose/${name}.env`);
    expect(environmentProblems(name, { ...environment, ...secretsOf(name, createSecrets()) })).toEqual([]);
  });

  it.each(processNames)('runs %s without privileges on a root that cannot be written', (name) => {
    expect(file.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      build: { target: name },
    });
  });

  it.each(serviceNames)('prepares %s before it serves, by its own image', (name) => {
    const preparation = file.services[`${name}-prepare`];
    expect(preparation).toMatchObject({
      image: file.services[name].image,
      command: ['node', 'dist/commands/prepare.js'],
      environment: file.services[name].environment,
      restart: 'on-failure',
    });
    expect(Object.keys(preparation.depends_on)).toEqual(['mongodb', 'nats', 'redis', 's3']);
    expect(file.services[name].depends_on).toEqual({
      [`${name}-prepare`]: { condition: 'service_completed_successfully' },
    });
  });

  it('names only services that there are', () => {
    const services = Object.keys(file.services);
    const hosts = JSON.stringify(file).matchAll(
      /"(?:\w+:\/\/)?([a-z][a-z0-9-]*):(?:50051|8081|4222|6379|27017|7070)\b/gu,
    );
    const named = new Set([...hosts].map(([, host]) => host).filter((host) => host !== 'localhost'));
    expect(services).toEqual(expect.arrayContaining([...named]));
  });
});
