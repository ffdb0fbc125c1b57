import { serves } from '@assay/test-kit/database/index-coverage';
import { describe, expect, it } from 'vitest';

const key = [
  ['organizationId', 1],
  ['projectId', 1],
  ['createdAt', -1],
] as const;
const shape = (equal: string[], sort: [string, number][] = [], range: string[] = []) => ({
  equal,
  sort,
  range,
});

describe('an index', () => {
  it('serves equality on its first fields, in any order, with the sort that follows, either way round', () => {
    expect(serves(key, shape(['projectId', 'organizationId'], [['createdAt', -1]]))).toBe(true);
    expect(serves(key, shape(['organizationId', 'projectId'], [['createdAt', 1]]))).toBe(true);
    expect(serves(key, shape(['organizationId', 'projectId'], [], ['createdAt']))).toBe(true);
  });

  it('does not serve a query that leaves out its first field, compares another one, or sorts by another one', () => {
    expect(serves(key, shape(['projectId']))).toBe(false);
    expect(serves(key, shape(['organizationId', 'name']))).toBe(false);
    expect(serves(key, shape(['organizationId', 'projectId'], [['name', 1]]))).toBe(false);
    expect(serves(key, shape([], [], ['createdAt']))).toBe(false);
  });

  it('that is unique serves all queries that name one document', () => {
    expect(serves([['_id', 1]], shape(['_id', 'organizationId', 'version']), true)).toBe(true);
    expect(serves([['_id', 1]], shape(['organizationId']), true)).toBe(false);
    const unique = [...key.slice(0, 2)];
    expect(serves(unique, shape(['projectId', 'organizationId', 'name']), true)).toBe(true);
    expect(serves(unique, shape(['projectId', 'organizationId', 'name']))).toBe(false);
    expect(serves(unique, shape(['organizationId', 'name']), true)).toBe(false);
  });
});
