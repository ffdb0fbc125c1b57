import { describe, expect, it } from 'vitest';
import { parseStartArguments, parseVerifyArguments, UsageError } from './arguments.ts';

describe('parseStartArguments', () => {
  it('keeps the data and serves on 8080 unless told otherwise', () => {
    expect(parseStartArguments([])).toEqual({ fresh: false, port: 8080, help: false });
    expect(parseStartArguments(['--fresh', '--port', '9000'])).toEqual({
      fresh: true,
      port: 9000,
      help: false,
    });
  });

  it.each([['--port', 'http'], ['--port', '0'], ['--port', '65536'], ['--port'], ['--frehs'], ['photo.jpg']])(
    'refuses %s %s in one line',
    (...given) => {
      const parse = (): unknown => parseStartArguments(given);
      expect(parse).toThrow(UsageError);
      expect(parse).toThrow(/^[^\n]+$/);
    },
  );
});

describe('parseVerifyArguments', () => {
  it('takes any number of files', () => {
    expect(parseVerifyArguments(['a.jpg', 'b.png'])).toEqual({ files: ['a.jpg', 'b.png'], help: false });
  });

  it('refuses to verify nothing', () => {
    expect(() => parseVerifyArguments([])).toThrow(UsageError);
  });
});
