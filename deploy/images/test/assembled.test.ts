import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { assembledPrograms } from '@assay/local/platform/programs';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import { processNames } from '@assay/proto/processes';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { assembleProcess, billOfMaterials } from '../src/assemble.ts';
import { compilePackages } from '../src/compile.ts';
import { mostMegabytes } from '../src/limits.ts';
import { megabytesOf } from '../src/size-of.ts';
import { expectVerified } from './photograph.ts';

const isWhole = process.env['IMAGES'] === 'whole';

describe.skipIf(!isWhole)('what the processes carry (needs npm run images)', () => {
  let into: string;
  beforeAll(async () => {
    into = await mkdtemp(join(tmpdir(), 'assay-assembled-'));
    await compilePackages(projectRoot);
    for (const name of processNames) await assembleProcess(name, into);
  }, 600_000);
  afterAll(() => rm(into, { recursive: true, force: true }));

  it.each(processNames)('has neither sources nor tests nor a package manager in %s', async (name) => {
    const paths = await readdir(join(into, name), { recursive: true });
    expect(
      paths.filter((path) => /\.(ts|map)$|\.test\.|\/(npm|pnpm|yarn)\/package\.json$/u.test(path)),
    ).toEqual([]);
  });

  it.each(processNames)('is no larger in %s than its limit', async (name) => {
    expect(await megabytesOf(join(into, name))).toBeLessThan(mostMegabytes[name]);
  });

  it.each(processNames)('is named in the bill of %s', async (name) => {
    const bill = JSON.parse(await readFile(join(into, name, billOfMaterials), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name } } });
    const named = bill.components.map(({ group, name: own }: { group?: string; name: string }) =>
      [group, own].filter((part) => part !== undefined).join('/'),
    );
    expect(named).toEqual(expect.arrayContaining(await packagesIn(join(into, name))));
  });

  it('has no client of a server that the gateway does not use', () => {
    const packages = join(into, 'gateway/node_modules/.pnpm/node_modules');
    expect(existsSync(join(packages, 'pino'))).toBe(true);
    for (const unused of ['mongodb', '@aws-sdk', 'sharp'])
      expect(existsSync(join(packages, unused))).toBe(false);
  });

  it('verifies a photograph', async () => {
    const platform = await launchPlatform({ servers: inject('servers'), programs: assembledPrograms(into) });
    onTestFinished(() => platform.stop());
    await expectVerified(platform);
  });
});

/** Such as `@grpc/grpc-js`. */
async function packagesIn(folder: string): Promise<string[]> {
  const store = join(folder, 'node_modules/.pnpm/node_modules');
  const names = await readdir(store);
  const scoped = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@') ? (await readdir(join(store, name))).map((own) => `${name}/${own}`) : [name],
    ),
  );
  return scoped.flat();
}
