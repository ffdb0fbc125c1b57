import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors.ts';
import { readChanges } from './update-mask.ts';

interface Request {
  readonly name: string;
  readonly note: string | undefined;
  readonly updateMask?: string[];
}
interface Changes {
  readonly name?: string;
  readonly note?: string | undefined;
}

const readers = {
  name: ({ name }: Request) => ({ name }),
  short_note: ({ note }: Request) => ({ note }),
};
const changes = (updateMask?: string[]) =>
  readChanges<Request, Changes>({ name: 'a', note: undefined, ...(updateMask && { updateMask }) }, readers);

describe('the changes of an update mask', () => {
  it('are the fields that it names, also those that are unset', () => {
    expect(changes(['name'])).toStrictEqual({ name: 'a' });
    expect(changes(['short_note', 'name'])).toStrictEqual({ name: 'a', note: undefined });
  });

  it('are none without a mask', () => {
    expect(changes()).toStrictEqual({});
  });

  it.each(['created_at', 'toString', ''])('refuse the path %j', (path) => {
    expect(() => changes([path])).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT' }));
  });

  it('are refused with the error of the service', () => {
    const refusal = (path: string) => new DomainError('PERMISSION_DENIED', 'FORBIDDEN', path);
    const request = { name: 'a', note: undefined, updateMask: ['id'] };
    expect(() => readChanges<Request, Changes>(request, readers, refusal)).toThrow('id');
  });
});
