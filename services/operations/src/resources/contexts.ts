import { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import { countedArray, noContent, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = ContextsServiceService;

const limits =
  'A context holds at most 100 claims of 16 KiB in all as JSON, nested at most 8 deep; keys, at any depth, have 1 to 100 ' +
  'characters without dots or control characters and do not begin with `$`.';

export const contexts: Resource = {
  tag: {
    name: 'Verification contexts',
    description: 'Saved claims to check files against, for the runs of a project.',
  },
  operations: {
    createContext: operation('POST /v2/projects/:projectId/verification-contexts', rpcs.createContext, {
      summary: 'Save a verification context',
      description:
        `Saves claims under a name, for any number of runs. ${limits} Which keys a pipeline checks, the catalog says; it passes ` +
        'over others. A context ends with its project.',
      status: 201,
      answer: one('context', 'The new context.'),
    }),
    listProjectContexts: operation('GET /v2/projects/:projectId/verification-contexts', rpcs.listContexts, {
      summary: 'List the verification contexts of a project',
      description: 'The saved claims of one project, newest first.',
      answer: countedArray('contexts', 'A page of contexts.'),
    }),
    listContexts: operation('GET /v2/verification-contexts', rpcs.listContexts, {
      summary: 'List verification contexts',
      description: 'The saved claims of the organization, in all projects or in one, newest first.',
      answer: countedArray('contexts', 'A page of contexts.'),
    }),
    getContext: operation('GET /v2/projects/:projectId/verification-contexts/:contextId', rpcs.getContext, {
      summary: 'Read a verification context',
      description: 'One saved set of claims.',
      answer: one('context', 'The context.'),
    }),
    updateContext: operation(
      'PUT /v2/projects/:projectId/verification-contexts/:contextId',
      rpcs.updateContext,
      {
        summary: 'Change a verification context',
        description:
          'What is not sent stays; `description` null clears it. Of `data` only the given keys change, and a key whose value is null ' +
          `is removed; a value is replaced as a whole. ${limits} Runs keep the claims they were started with.`,
        errors: ['CONFLICT'],
        answer: one('context', 'The context.'),
      },
    ),
    deleteContext: operation(
      'DELETE /v2/projects/:projectId/verification-contexts/:contextId',
      rpcs.deleteContext,
      {
        summary: 'Delete a verification context',
        description: 'Runs keep the claims they were started with.',
        answer: noContent('It is deleted.'),
      },
    ),
  },
};
