import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentStamp, pendingWork } from '../bootstrap/install-stamp.mjs';

describe('the install stamp', () => {
  let root: string;
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-stamp-'));
    await write('package.json', '{}');
    await write('pnpm-lock.yaml', 'lock');
    await write('services/billing/package.json', '{}');
    await write('proto/assay/a.proto', 'message A {}');
  });
  afterEach(async () => rm(root, { recursive: true, force: true }));

  it('asks for nothing while nothing changed', () => {
    expect(pendingWork(currentStamp(root), currentStamp(root))).toBe('nothing');
  });

  it('asks for an installation on the first start', () => {
    expect(pendingWork(currentStamp(root), undefined)).toBe('install');
  });

  it.each(['pnpm-lock.yaml', 'package.json', 'services/billing/package.json'])(
    'asks for an installation when %s changes',
    async (file) => {
      const before = currentStamp(root);
      await write(file, 'changed');
      expect(pendingWork(currentStamp(root), before)).toBe('install');
    },
  );

  it('asks for an installation when a service is added', async () => {
    const before = currentStamp(root);
    await write('services/datasets/package.json', '{}');
    expect(pendingWork(currentStamp(root), before)).toBe('install');
  });

  it('only generates when only the contract changes', async () => {
    const before = currentStamp(root);
    await write('proto/assay/a.proto', 'message B {}');
    expect(pendingWork(currentStamp(root), before)).toBe('generate');
  });

  it('ignores generated code', async () => {
    const before = currentStamp(root);
    await write('proto/gen/a.proto', 'generated');
    expect(pendingWork(currentStamp(root), before)).toBe('nothing');
  });
});
