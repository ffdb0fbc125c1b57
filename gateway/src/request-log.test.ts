import { createLogger } from '@assay/chassis/logger';
import { describe, expect, it } from 'vitest';
import { RequestLog } from './request-log.ts';

function create() {
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
  let made = 0;
  const log = new RequestLog(() => {
    made += 1;
    return logger.child({ requestId: 'mine' });
  });
  return { log, made: () => made, lines: () => lines.map((line) => JSON.parse(line) as unknown) };
}

describe('the logger of a request', () => {
  it('is not made for a request that logs nothing', () => {
    expect(create().made()).toBe(0);
  });

  it('is made once, and logs as any other', () => {
    const { log, made, lines } = create();
    log.error({ err: new Error('lost') }, 'request failed');
    log.info('%s again', 'once');
    log.debug('not written');
    log.child({ part: 'body' }).warn('slow');
    expect(made()).toBe(1);
    expect(log.level).toBe('info');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 50, requestId: 'mine', msg: 'request failed' }),
      expect.objectContaining({ level: 30, requestId: 'mine', msg: 'once again' }),
      expect.objectContaining({ level: 40, requestId: 'mine', part: 'body', msg: 'slow' }),
    ]);
  });
});
