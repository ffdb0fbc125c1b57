import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { projectRoot } from '@assay/local/config';
import { findProcess, processes, serviceNames } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { describe, expect, it } from 'vitest';

const requiredFiles = ['config.ts', 'deps.ts', 'resources.ts', 'main.ts', 'rpcs.ts', 'service.ts'];
/** The files of a service that consumes events or publishes some. */
const furtherFiles = ['consumers.ts', 'streams.ts'];
const sharedFolders = ['commands', 'consumers', 'domain', 'events', 'rpc', 'store'];
/** The folders that only one service has. */
const ownFolders: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  'identity-org': ['mail', 'oidc', 'tokens'],
  'projects-files': ['media-reader', 'rendition-maker', 'upload'],
  'crowd-webhooks': ['clients'],
  datasets: ['cleaning', 'clients'],
  verification: ['clients', 'evidence', 'report', 'stages'],
  billing: ['payments'],
};
const maxEntries = 25;
const generatedFolders = new Set(['node_modules', 'gen', 'dist', '.assay', '.git']);

const listEntries = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
const listFiles = (folder: string) =>
  listEntries(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const listSources = (folder: string): string[] =>
  listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /(?<!\.test)\.ts$/u.test(entry.name) ? [path] : [];
  });
const toKebabCase = (name: string) => name.replace(/(?<!^)[A-Z]/gu, '-$&').toLowerCase();

/** Lists the binding files of a service, such as `top-ups.ts` for `TopUpsService`. */
function listBindings(service: ServiceName): string[] {
  return [...contract()]
    .filter((type) => type.kind === 'service')
    .filter(({ typeName }) => /^assay\.(?!exchange\.)/u.test(typeName) && findProcess(typeName) === service)
    .map(({ name }) => `${toKebabCase(name.replace(/Service$/u, ''))}.ts`);
}

describe.each(serviceNames)('%s has the shape of a service', (service) => {
  const src = join(projectRoot, processes[service].folder, 'src');
  const text = (path: string) => readFileSync(join(src, path), 'utf8');

  it('has the same root files as every other', () => {
    const files = listFiles(src);
    expect(files).toEqual(expect.arrayContaining(requiredFiles));
    expect(files.filter((name) => ![...requiredFiles, ...furtherFiles].includes(name))).toEqual([]);
    expect(files.includes('consumers.ts')).toBe(existsSync(join(src, 'consumers')));
  });

  it('has the same folders, and those named as its own', () => {
    const known = [...sharedFolders, ...(ownFolders[service] ?? [])];
    const folders = listEntries(src).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('exports the same names from its root files', () => {
    expect(text('config.ts')).toMatch(/^export const settings = /mu);
    expect(text('config.ts')).toMatch(/^export type Config = /mu);
    expect(text('config.ts')).toMatch(/^export function configFrom\(/mu);
    expect(text('deps.ts')).toMatch(/^export interface Deps /mu);
    expect(text('deps.ts')).toMatch(/^export (async )?function createDeps\(/mu);
    expect(text('rpcs.ts')).toMatch(/^export function serveRpcs\(deps: Deps\)/mu);
    expect(text('service.ts')).toMatch(/^export (async )?function startService\(/mu);
    expect(text('resources.ts')).toMatch(/^export function declareResources\(/mu);
    expect(text('commands/prepare.ts')).toContain('await runPreparation(');
  });

  it('has a file of bindings for each of its gRPC services, and else only message mappers and shared bindings', () => {
    const bindings = listFiles(join(src, 'rpc')).filter((name) => !/-(message|rpcs)\.ts$/u.test(name));
    expect(bindings.toSorted()).toEqual(listBindings(service).toSorted());
  });

  it.each(listBindings(service))('binds each rpc in %s by one expression', (file) => {
    expect(text(join('rpc', file))).not.toMatch(/\breturn\b|=> \{/u);
  });

  it('consumes only by consumers/on-<event>.ts that its list names', () => {
    const declared = listFiles(join(src, 'consumers')).filter((name) =>
      /\bconsumes(?:<.*>)?\(/u.test(text(join('consumers', name))),
    );
    expect(declared.filter((name) => !name.startsWith('on-'))).toEqual([]);
    const listed = declared.filter((name) => text('consumers.ts').includes(`./consumers/${name}`));
    expect(listed).toEqual(declared);
  });

  it('appends events and wakes the relay in its stores alone', () => {
    const elsewhere = listSources(src).filter((path) => !path.startsWith(join(src, 'store')));
    const writers = elsewhere.filter((path) =>
      /relay\.notify\(|appendEvents\(|\boutbox:/u.test(readFileSync(path, 'utf8')),
    );
    expect(writers).toEqual([]);
  });

  it('names each store after its collection', () => {
    const stores = listSources(join(src, 'store')).filter((path) => path.endsWith('-store.ts'));
    expect(stores.length).toBeGreaterThan(0);
    for (const path of stores) {
      const noun = basename(path, '-store.ts').replaceAll(/(?:^|-)(\w)/gu, (_, first: string) =>
        first.toUpperCase(),
      );
      const content = readFileSync(path, 'utf8');
      expect(content).toMatch(new RegExp(`^export (interface|type) ${noun}Store\\b`, 'mu'));
      expect(content).toContain(`export function create${noun}Store(`);
    }
  });

  it('opens each collection in one store or its folder', () => {
    const homes = new Map<string, Set<string>>();
    for (const path of listSources(src)) {
      for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(opensCollection)) {
        const home = relative(join(src, 'store'), path).replace(/\/.*/u, '');
        homes.set(name, (homes.get(name) ?? new Set()).add(home));
      }
    }
    expect(homes.size).toBeGreaterThan(0);
    for (const [name, places] of homes) {
      expect([name, [...places]]).toEqual([name, [expect.not.stringContaining('..') as string]]);
    }
  });
});

/** Finds `db.collection<Document>(name)`. */
const opensCollection = /\.collection(?:<[^(]*>)?\(\s*([\w'-]+)/gu;

describe('the tree', () => {
  it(`has no folder of sources with more than ${maxEntries} entries`, () => {
    const folders = ['gateway', 'services', 'proto', 'deploy/local', 'test'].flatMap((name) =>
      listFolders(join(projectRoot, name)),
    );
    const large = folders.filter((folder) => listEntries(folder).length > maxEntries);
    expect(large).toEqual([]);
  });
});

function listFolders(folder: string): string[] {
  const inner = listEntries(folder).filter(
    (entry) => entry.isDirectory() && !generatedFolders.has(entry.name),
  );
  return [folder, ...inner.flatMap(({ name }) => listFolders(join(folder, name)))];
}
