import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { json } from '../answer.ts';
import { catalogEntry, restCodes } from '../errors/error-catalog.ts';
import { referTo } from '../json-schema.ts';
import { compositeOperation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { errorCodeList } from '../shapes/platform.ts';

export const platform: Resource = {
  tag: { name: 'Platform', description: 'What holds for everything.' },
  operations: {
    getLimits: adapterOperation('GET /v2/limits', [FilesServiceService.getStorageUse], {
      summary: 'Read the limits',
      description: 'How large, how many and how often; and how much of its room the organization has used.',
      answer: json(referTo('Limits'), 'The limits.'),
    }),
    listErrorCodes: compositeOperation('GET /v2/error-codes', [], {
      summary: 'List the error codes',
      description: 'Every `error.code` there is, and what to do about it. Needs no credential.',
      access: 'anonymous',
      answer: json(errorCodeList, 'The codes.'),
      perform: () => Promise.resolve(catalog),
    }),
  },
};

const data = restCodes.map((code) => {
  const { status, meaning, action, isRetryable, details } = catalogEntry(code);
  const facts = Object.entries(details).map(([name, fact]) => ({ name, meaning: fact }));
  return { code, status, meaning, action, retryable: isRetryable, details: facts };
});
const catalog = { data, total: data.length };
