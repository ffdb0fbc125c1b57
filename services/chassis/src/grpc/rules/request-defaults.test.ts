import { ListTransactionsRequest } from '@assay/proto/billing/v1/transactions_service';
import { describe, expect, it } from 'vitest';
import { contract } from '../contract/contract.ts';
import { compileDefaults } from './request-defaults.ts';
import { requestValidator } from './validate-request.ts';

const path = '/assay.billing.v1.TransactionsService/ListTransactions';

describe('the defaults of a request', () => {
  it('replace a number that is unset or 0, and leave any other', () => {
    for (const [sent, expected] of [
      [{}, 50],
      [{ limit: 0 }, 50],
      [{ limit: 7 }, 7],
    ] as const) {
      const request = ListTransactionsRequest.fromPartial(sent);
      requestValidator(path)(request);
      compileDefaults(path)?.(request);
      expect(request).toMatchObject({ limit: expected, offset: 0, cursor: undefined });
    }
  });

  it('do not exist for a request without a field that has one', () => {
    expect(compileDefaults('/assay.contexts.v1.ContextsService/GetContext')).toBeUndefined();
  });

  it('let every list be requested by an empty message', () => {
    const lists = [...contract()]
      .flatMap((declared) => (declared.kind === 'service' ? declared.methods : []))
      .filter(({ input }) => input.fields.some(({ name }) => name === 'limit'));
    expect(lists.length).toBeGreaterThan(10);
    for (const { parent, name } of lists.filter(({ input }) => input.field['cursor'] !== undefined)) {
      expect(compileDefaults(`/${parent.typeName}/${name}`), `${parent.typeName}.${name}`).toBeDefined();
    }
  });
});
