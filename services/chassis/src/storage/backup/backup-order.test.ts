import { processes, serviceNames } from '@assay/proto/processes';
import { expect, it } from 'vitest';
import { backupOrder } from './manifest.ts';

it('names each service with a database once, so that no backup lacks one', () => {
  const withDatabase = serviceNames.filter((name) => processes[name].needs.includes('mongodb'));
  expect(backupOrder.toSorted()).toEqual(withDatabase.toSorted());
});
