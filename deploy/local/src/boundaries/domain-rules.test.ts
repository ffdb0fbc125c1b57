import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const rule = 'services/shop/src/domain/rule.ts';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-boundaries-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Lists the broken rules of a service whose domain has this source. Every module that it imports is empty. */
function findViolations(source: string): readonly string[] {
  rmSync(join(folder, 'services'), { recursive: true, force: true });
  write('tsconfig.json', '{}');
  const imported = [...source.matchAll(/from '(\.[^']+)'/gu)].map(([, path = '']) => path);
  for (const path of imported) write(join(dirname(rule), path), 'export const value = 1;');
  write(rule, source);
  const config = join(root, '.dependency-cruiser.cjs');
  const args = ['--config', config, '--output-type', 'json', 'services'];
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const output = execFileSync(join(root, 'node_modules/.bin/depcruise'), args, options);
  const { summary } = JSON.parse(output) as Cruise;
  return summary.violations.map(({ to, rule: { name } }) => `${to}: ${name}`);
}

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly to: string; readonly rule: { readonly name: string } }[];
  };
}

function write(path: string, content: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

it('a domain imports its own rules, pure modules and the type of deps', () => {
  const source = `
    import { createHash } from 'node:crypto';
    import { value as chassis } from '../../../chassis/src/units.ts';
    import { value as own } from './other-rule.ts';
    import type { Deps } from '../deps.ts';
    import type { File } from '../../../media/src/enrich/enrichment.ts';
    export const all: Deps | File = [createHash, chassis, own];`;
  expect(findViolations(source)).toEqual([]);
});

it('a domain imports no files, servers, stores, clients, requests or values of deps', () => {
  const source = `
    import { readFileSync } from 'node:fs';
    import { request } from 'node:http';
    import { value as mongo } from '../../../chassis/src/mongo/connect.ts';
    import { value as deps } from '../deps.ts';
    import { value as client } from '../clients/mail.ts';
    import { value as rpc } from '../../../../proto/gen/assay/shop/v1/shop_service.ts';
    import type { Store } from '../store/shop-store.ts';
    export const all: Store = [readFileSync, request, mongo, deps, client, rpc];`;
  const values = [
    'fs',
    'http',
    'proto/gen/assay/shop/v1/shop_service.ts',
    'services/chassis/src/mongo/connect.ts',
  ];
  const ownValues = ['services/shop/src/clients/mail.ts', 'services/shop/src/deps.ts'];
  const violations = findViolations(source);
  const impure = violations.filter((line) => line.endsWith(': domain-is-pure'));
  expect(impure.toSorted()).toEqual([...values, ...ownValues].map((to) => `${to}: domain-is-pure`));
  expect(violations).toContain('services/shop/src/store/shop-store.ts: domain-types-are-its-own');
});
