import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDescendants } from '@assay/test-kit/processes/descendants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/isolate/run-program.ts';
import type { ProgramRun } from '../../src/isolate/run-program.ts';
import { listKinds } from './confinements.ts';

const bash = '/bin/bash';
const setpriv = '/usr/bin/setpriv';
const kinds = await listKinds();
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-program-'));
  file = join(folder, 'own');
  await writeFile(file, 'the file of the job\n');
  await writeFile(join(folder, 'foreign'), 'of somebody else\n');
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(!existsSync(bash)).each(kinds)('a program that reads a file, confined by %s', (kind) => {
  const confinement = { kind, description: '' };

  /** Runs a script that uses nothing but what is in the shell itself; its `$1` is the file. */
  function run(script: string, limits: Partial<ProgramRun> = {}): ReturnType<typeof runProgram> {
    return runProgram(confinement, {
      program: bash,
      path: file,
      timeoutMs: 20_000,
      maxRssBytes: 2 ** 28,
      maxOutputBytes: 10_000,
      args: (path) => ['-c', script, 'test', path],
      signal: new AbortController().signal,
      ...limits,
    });
  }

  async function outputOf(script: string): Promise<string> {
    const end = await run(script);
    return end.ok ? end.output.toString().trim() : end.reason;
  }

  it('answers what it wrote and how it ended, whatever that is', async () => {
    const end = await run('read -r line < "$1"; echo "$line"; echo complaint >&2; exit 3');
    expect(end).toMatchObject({ ok: true, exitCode: 3, messages: 'complaint\n' });
    expect(end.ok && end.output.toString()).toBe('the file of the job\n');
  });

  it('has no environment of its parent, and writes no file', async () => {
    vi.stubEnv('ASSAY_SECRET', 'not for programs');
    expect(await outputOf('echo "${ASSAY_SECRET-none}"')).toBe('none');
    vi.unstubAllEnvs();
    expect(await outputOf('echo x > "$1" && echo written || echo refused')).not.toContain('written');
    expect(await outputOf('echo x > /tmp/written && echo written || echo refused')).not.toContain('written');
  });

  it.skipIf(kind === 'permissions')('cannot create or change a file in what it sees', async () => {
    // Files without content are not limited by the size that a program may write.
    expect(await outputOf(': > /created && echo created')).toBe('');
    expect(await outputOf(': > "${1%/*}/created" && echo created')).toBe('');
    expect(await outputOf(': > "$1" && echo emptied')).toBe('');
    expect(await readFile(file, 'utf8')).toBe('the file of the job\n');
  });

  it.skipIf(kind === 'permissions' || !existsSync(setpriv))('has no capability', async () => {
    const end = await run('', { program: setpriv, args: () => ['--dump'] });
    const lines = end.ok ? end.output.toString().split('\n') : [end.reason];
    expect(lines).toEqual(
      expect.arrayContaining([
        'no_new_privs: 1',
        'Inheritable capabilities: [none]',
        'Capability bounding set: [none]',
      ]),
    );
  });

  it.skipIf(kind === 'permissions')('sees no other file, no process and no network', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const foreign = join(folder, 'foreign');
    expect(await outputOf(`read -r line < '${foreign}' && echo "$line" || echo hidden`)).toBe('hidden');
    expect(await outputOf('echo /etc/passwd* /proc/1* /home*')).toBe('/etc/passwd* /proc/1* /home*');
    const connect = `exec 3<> /dev/tcp/127.0.0.1/${String(port)} && echo connected || echo closed`;
    expect(await outputOf(connect)).not.toContain('connected');
    listener.close();
  });

  it.runIf(kind === 'landlock')('starts no process, and signals none but itself', async () => {
    expect(await outputOf('( : ) && echo started')).not.toContain('started');
    expect(await outputOf('kill -0 $$ && echo reached')).toContain('reached');
    expect(await outputOf(`kill -0 ${String(process.pid)} && echo reached`)).toBe('');
    expect(await outputOf('kill -0 0 && echo reached')).toBe('');
  });

  it('is ended when it takes too long, says too much or needs too much memory', async () => {
    expect(await run('while :; do :; done', { timeoutMs: 500 })).toMatchObject({
      ok: false,
      code: 'timeout',
    });
    const cpu = { leftMs: 300 };
    expect(await run('while :; do :; done', { cpu })).toMatchObject({ ok: false, code: 'cpu' });
    expect(cpu.leftMs).toBeLessThanOrEqual(0);
    const flood = 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done';
    expect(await run(flood)).toMatchObject({ ok: false, code: 'undecodable' });
    const hoard =
      'x=aaaaaaaa; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do x=$x$x; done; while :; do :; done';
    expect(await run(hoard, { maxRssBytes: 2 ** 24 })).toMatchObject({ ok: false, code: 'memory' });
  });

  it('is ended when its caller gives up, and one that crashes is said to have', async () => {
    const signal = AbortSignal.timeout(300);
    expect(await run('while :; do :; done', { signal })).toMatchObject({ ok: false, code: 'aborted' });
    // Endless recursion overruns the stack, soon since it is small. A process cannot kill itself: the first of a namespace ignores signals.
    expect(await run('ulimit -s 256; f() { f; }; f')).toMatchObject({ ok: false, code: 'crashed' });
  });

  it('killed from outside says nothing about the file, and one that ends with the same code does not seem to be', async () => {
    const before = new Set(await listDescendants(process.pid));
    const running = run('while :; do :; done');
    const innermost = await vi.waitFor(async () => {
      const started = (await listDescendants(process.pid)).filter((pid) => !before.has(pid));
      const commands = await Promise.all(
        started.map((pid) => readFile(`/proc/${String(pid)}/cmdline`, 'utf8')),
      );
      const pid = started.find((_, index) => commands[index]?.startsWith(`${realpathSync(bash)}\0`));
      if (pid === undefined) throw new Error('it has not begun');
      return pid;
    }, 20_000);
    process.kill(innermost, 'SIGKILL');
    expect(await running).toMatchObject({ ok: false, code: 'killed' });
    expect(await run('echo refused >&2; exit 1')).toMatchObject({ ok: true, exitCode: 1 });
  });

  it('that is not there is a fault of the machine and not of the file', async () => {
    expect(await run('', { program: join(folder, 'missing') })).toMatchObject({
      ok: false,
      code: 'internal',
    });
  });
});
