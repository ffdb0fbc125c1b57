import { describe, expect, it } from 'vitest';
import { lastErrorLine } from './log-tail.ts';

describe('lastErrorLine', () => {
  it('reads the message and the cause out of a JSON record', () => {
    const lines = [
      '{"level":30,"msg":"started"}',
      '{"level":50,"msg":"cannot connect","err":{"message":"ECONNREFUSED"}}',
      '{"level":30,"msg":"stopping"}',
    ];
    expect(lastErrorLine(lines)).toBe('cannot connect: ECONNREFUSED');
  });

  it('finds the error in plain text before what came after it', () => {
    expect(lastErrorLine(['boot', 'Error: listen EADDRINUSE', '    at Server.listen'])).toBe(
      'Error: listen EADDRINUSE',
    );
  });

  it('takes the last words when none is an error', () => {
    expect(lastErrorLine(['one', 'two'])).toBe('two');
    expect(lastErrorLine([])).toBeUndefined();
  });
});
