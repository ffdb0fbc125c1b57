import { describe, expect, it } from 'vitest';
import { runChild } from '../src/processes/run-child.ts';

function shell(script: string, input?: string): ReturnType<typeof runChild> {
  return runChild({ command: 'sh', args: ['-c', script], input, output: 'kept' });
}

describe('runChild', () => {
  it('keeps what a program says, each stream by itself and both together', async () => {
    const result = await shell('echo one; echo two >&2; exit 3');
    expect(result).toMatchObject({ exitCode: 3, stdout: 'one\n', stderr: 'two\n' });
    expect(result.output.split('\n').toSorted()).toEqual(['', 'one', 'two']);
  });

  it('hands a program what it reads, and nothing when nothing is given', async () => {
    expect((await shell('cat', 'read me')).stdout).toBe('read me');
    expect(await shell('cat')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('takes the exit code of a program that does not read what it is given', async () => {
    expect((await shell('exit 4', 'x'.repeat(1_000_000))).exitCode).toBe(4);
  });

  it('says why a program has no exit code', async () => {
    expect(await shell('kill -9 $$')).toMatchObject({ exitCode: 1, stderr: 'sh was ended by SIGKILL' });
    const missing = await runChild({ command: 'no-such-program', args: [], output: 'kept' });
    expect(missing).toMatchObject({ exitCode: 1, stderr: 'spawn no-such-program ENOENT' });
  });
});
