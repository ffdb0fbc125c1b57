import { mkdir, mkdtemp, readFile, rm, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { listenerVariable, processNames, processes, serviceNames } from '@assay/proto/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentProblems } from '../../charts/src/configuration/environment-problems.ts';
import { goProgram, goPrograms, missingForCompose } from '../../charts/src/tools/go-programs.ts';
import { writeComposeSecrets } from '../src/compose-secrets.ts';

const missing = missingForCompose();
const buildMs = 5 * 60_000;

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file: readonly { readonly path: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly {
    readonly host_ip: string;
    readonly published: string;
    readonly target: number;
  }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly { readonly source: string }[];
  readonly configs?: readonly { readonly source: string }[];
  readonly stop_grace_period: string;
}

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, unknown>>;
}

describe.skipIf(missing !== undefined)(`the composed platform (${missing ?? 'as Compose reads it'})`, () => {
  let folder = '';
  let composed: Composed;
  const serviceOf = (name: string): Service => {
    const service = composed.services[name];
    if (service === undefined) throw new TypeError(`there is no service ${name}`);
    return service;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-compose-'));
    await mkdir(join(folder, 'deploy'));
    await copyFile(join(projectRoot, 'deploy/compose.yaml'), join(folder, 'deploy/compose.yaml'));
    await writeComposeSecrets(join(folder, '.assay/compose'));
    const { exitCode, stdout, stderr } = await runChild({
      command: await goProgram(goPrograms.composeGo),
      args: ['-format', 'json', 'compose.yaml'],
      workingDirectory: join(folder, 'deploy'),
      output: 'kept',
    });
    if (exitCode !== 0) throw new Error(stderr);
    // The program says the model in the shape of the specification.
    composed = JSON.parse(stdout) as Composed;
  }, buildMs);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** As the container has it: the files of variables, and over them what the service says. */
  async function environmentOf({ env_file: files, environment }: Service) {
    const read = await Promise.all(files.map(async ({ path }) => parseEnv(await readFile(path, 'utf8'))));
    return Object.assign({}, ...read, environment) as Readonly<Record<string, string>>;
  }

  it.each(processNames)('gives %s all it needs, and nothing that it does not read', async (name) => {
    expect(environmentProblems(name, await environmentOf(serviceOf(name)))).toEqual([]);
  });

  it.each(processNames)(
    'builds %s by its target, which is there, and runs it without privileges',
    async (name) => {
      const { build, image, ...service } = serviceOf(name);
      expect(build).toEqual({ context: folder, dockerfile: 'deploy/images/Dockerfile', target: name });
      const dockerfile = await readFile(join(projectRoot, build?.dockerfile ?? ''), 'utf8');
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${name}$`, 'mu'));
      expect(image).toBe(`assay/${name}:local`);
      // The image says what it runs.
      expect(service.command).toBeUndefined();
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp:size=1g,mode=1777'],
      });
    },
  );

  it.each(processNames)(
    'asks %s where it listens whether it is ready, and lets its calls end',
    async (name) => {
      const { healthcheck, environment, stop_grace_period: grace } = serviceOf(name);
      const address = `http://127.0.0.1:${environment['ADMIN_PORT'] ?? ''}/readyz`;
      expect(healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
      expect(healthcheck?.test.at(-1)).toContain(`fetch('${address}')`);
      const file = join(projectRoot, 'charts/assay/files/stop-times.json');
      const times = JSON.parse(await readFile(file, 'utf8')) as {
        callDrainTimeoutMs: number;
        restMs: number;
      };
      expect(grace).toBe('3m');
      expect(180_000).toBeGreaterThan(times.callDrainTimeoutMs + times.restMs);
    },
  );

  it.each(serviceNames)('prepares %s before it serves, by its own image', (name) => {
    const preparation = serviceOf(`${name}-prepare`);
    const { image, environment, env_file, depends_on: after } = serviceOf(name);
    expect(preparation).toMatchObject({
      image,
      environment,
      env_file,
      restart: 'on-failure',
      command: ['node', 'dist/commands/prepare.js'],
    });
    expect(preparation.healthcheck).toBeUndefined();
    expect(preparation.depends_on).toMatchObject({ mongodb: { condition: 'service_healthy' } });
    expect(after).toMatchObject({ [`${name}-prepare`]: { condition: 'service_completed_successfully' } });
  });

  it('shows this machine alone the gateway and the S3 that its links lead to', () => {
    const shown = Object.entries(composed.services).flatMap(([name, { ports = [] }]) =>
      ports.map(({ host_ip: host, published, target }) => [name, host, published, target]),
    );
    const { environment } = serviceOf('gateway');
    expect(shown).toEqual([
      ['gateway', '127.0.0.1', environment['HTTP_PORT'], Number(environment['HTTP_PORT'])],
      ['s3', '127.0.0.1', '7070', 7_070],
    ]);
    expect(environment['PUBLIC_URL']).toBe(`http://localhost:${environment['HTTP_PORT'] ?? ''}`);
    expect(environment['S3_PUBLIC_ENDPOINT']).toBe('http://localhost:7070');
  });

  it('names services, listeners, volumes and configurations that there are, and versions of images', () => {
    const { services, volumes, configs } = composed;
    const listening = new Map(
      processNames.map((name) => {
        const { environment } = serviceOf(name);
        const listeners = processes[name].listeners.map((listener) => `${listener.toUpperCase()}_PORT`);
        return [name, ['GRPC_PORT', ...listeners].flatMap((port) => environment[port] ?? [])];
      }),
    );
    const servers = { mongodb: ['27017'], nats: ['4222'], redis: ['6379'], s3: ['7070'] };
    const known = new Map([...listening, ...Object.entries(servers)]);
    for (const { environment = {}, image, ...service } of Object.values(services)) {
      const hosts = Object.values(environment)
        .join(' ')
        .matchAll(/(?:^|[ /])(?<host>[a-z][a-z0-9-]*):(?<port>\d+)/gu);
      const unknown = [...hosts].filter(
        ({ groups: { host = '', port = '' } = {} }) =>
          host !== 'localhost' && !known.get(host)?.includes(port),
      );
      expect(unknown).toEqual([]);
      for (const { source } of service.volumes ?? []) expect(volumes).toHaveProperty(source);
      for (const { source } of service.configs ?? []) expect(configs).toHaveProperty(source);
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
      expect(image).toMatch(/:[\w.-]+$/u);
    }
    expect(serviceOf('gateway').environment).toHaveProperty(listenerVariable('projects-files', 'upload'));
  });

  it('runs the servers that charts/infra runs', async () => {
    const file = join(projectRoot, 'charts/infra/values.yaml');
    const { images } = parse(await readFile(file, 'utf8')) as { images: Readonly<Record<string, string>> };
    for (const [name, image] of Object.entries(images)) expect(serviceOf(name).image).toBe(image);
  });
});
