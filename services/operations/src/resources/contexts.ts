import { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import { countedArray, noContent, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = ContextsServiceService;

const limits =
  'A context has at most 100 claims with 16 KiB of JSON in total, nested at most 8 levels deep. Keys at any level have 1 to ' +
  '100 characters, contain no dots or control characters, and do not begin with `$`.';

export const contexts: Resource = {
  tag: {
    name: 'Verification contexts',
    description: 'Saved claims, for the verification runs of a project.',
  },
  operations: {
    createContext: operation('POST /v2/projects/:projectId/verification-contexts', rpcs.createContext, {
      summary: 'Create a verification context',
      description:
        `Saves claims under a name, for any number of runs. ${limits} A pipeline checks the keys that the catalog lists for it, ` +
        'and ignores others. A context is deleted with its project.',
      status: 201,
      answer: one('context', 'The new context.'),
    }),
    listProjectContexts: operation('GET /v2/projects/:projectId/verification-contexts', rpcs.listContexts, {
      summary: 'List the verification contexts of a project',
      description: 'Lists the contexts of one project, newest first.',
      answer: countedArray('contexts', 'A page of contexts.'),
    }),
    listContexts: operation('GET /v2/verification-contexts', rpcs.listContexts, {
      summary: 'List verification contexts',
      description: 'Lists the contexts of the organization, in all projects or in one, newest first.',
      defaults: { limit: 20 },
      answer: countedArray('contexts', 'A page of contexts.'),
    }),
    getContext: operation('GET /v2/projects/:projectId/verification-contexts/:contextId', rpcs.getContext, {
      summary: 'Read a verification context',
      description: 'Returns one context with its claims.',
      answer: one('context', 'The context.'),
    }),
    updateContext: operation(
      'PUT /v2/projects/:projectId/verification-contexts/:contextId',
      rpcs.updateContext,
      {
        summary: 'Change a verification context',
        description:
          'Fields that are not sent keep their values; null clears `description`. In `data`, only the keys that are sent change: a ' +
          `value is replaced completely, and null removes the key. ${limits} Runs that were started before keep their claims.`,
        errors: ['CONCURRENT_CHANGE'],
        answer: one('context', 'The context.'),
      },
    ),
    deleteContext: operation(
      'DELETE /v2/projects/:projectId/verification-contexts/:contextId',
      rpcs.deleteContext,
      {
        summary: 'Delete a verification context',
        description: 'Deletes the context. Runs that were started before keep their claims.',
        answer: noContent('The context is deleted.'),
      },
    ),
  },
};
