import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { json } from '../../answer.ts';
import { catalogEntry, restCodes } from '../../errors/error-catalog.ts';
import { referTo } from '../../json-schema.ts';
import { compositeOperation, adapterOperation } from '../../operation.ts';
import type { Resource } from '../../operation.ts';
import { errorCodeList } from '../../shapes/platform.ts';

export const platform: Resource = {
  tag: { name: 'Platform', description: 'Limits and error codes of the platform.' },
  operations: {
    getLimits: adapterOperation('GET /v2/limits', [FilesServiceService.getStorageUse], {
      summary: 'Read the limits',
      description: 'Returns the maximum sizes, numbers and rates, and the storage usage of the organization.',
      answer: json(referTo('Limits'), 'The limits.'),
    }),
    listErrorCodes: compositeOperation('GET /v2/error-codes', [], {
      summary: 'List the error codes',
      description: 'Lists every `error.code`, its meaning, and how to react to it. Needs no credential.',
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
