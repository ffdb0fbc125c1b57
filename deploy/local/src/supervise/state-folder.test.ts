import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseLock, takeLock } from './state-folder.ts';

describe('takeLock', () => {
  let folder: string;
  let file: string;
  const mine = { pid: process.pid, baseUrl: 'http://mine' };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-lock-'));
    file = join(folder, 'start.lock');
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  it('tells who holds it, with the address', async () => {
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    takeLock(file, { pid: other.pid ?? 0, baseUrl: 'http://theirs' });
    expect(takeLock(file, mine)).toMatchObject({ pid: other.pid, baseUrl: 'http://theirs' });
    other.kill();
    await once(other, 'exit');
    expect(takeLock(file, mine)).toBeUndefined();
  });

  it('does not take another process with the same number for the holder', async () => {
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    await writeFile(file, JSON.stringify({ pid: other.pid, baseUrl: 'http://theirs', began: '1' }));
    expect(takeLock(file, mine)).toBeUndefined();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(mine);
    other.kill();
  });

  it('is free again after its release', () => {
    takeLock(file, mine);
    releaseLock(file);
    expect(takeLock(file, { ...mine, pid: 1 })).toBeUndefined();
  });
});
