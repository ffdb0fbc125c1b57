import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import type { ServedOperation } from '../src/derive/serve-operations.ts';
import { resources, shapes } from '../src/resources/operations.ts';
import { serveTools } from '../src/tools/serve-tools.ts';
import { toolsets } from '../src/tools/toolsets.ts';

const served = serveOperations(resources, shapes);
const tools = serveTools(toolsets, served);

interface Member {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

const readQuery = ({ input: { query } }: ServedOperation) =>
  (query?.['properties'] ?? {}) as Readonly<Record<string, Member>>;
const limited = served.operations.filter((operation) => Object.hasOwn(readQuery(operation), 'limit'));

/** The default sizes of a page that the specification names. All others are 20. */
const named: Readonly<Record<string, number>> = {
  getDatasetVersion: 50,
  diffDatasetVersions: 50,
  listTransactions: 50,
  listProjectContexts: 200,
  listDatasets: 200,
  listPipelineFiles: 200,
};

describe('a list', () => {
  it.each(limited)('$id takes a limit from 1 to 200, with the default of the specification', (operation) => {
    const { minimum, maximum, default: fallback } = readQuery(operation)['limit'] ?? {};
    expect({ minimum, maximum, fallback }).toEqual({
      minimum: 1,
      maximum: 200,
      fallback: named[operation.id] ?? 20,
    });
  });

  it('that answers the cursor of the next page takes it', () => {
    const answering = served.operations.filter(({ answer }) => {
      const { content, headers } = answer.responses.at(-1) ?? {};
      const body = JSON.stringify(content?.['application/json']?.schema ?? {});
      return body.includes('"nextCursor"') || Object.hasOwn(headers ?? {}, 'X-Next-Cursor');
    });
    expect(answering.length).toBeGreaterThan(20);
    const without = answering.filter((operation) => !Object.hasOwn(readQuery(operation), 'cursor'));
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('of a tool has no larger page than its operation', () => {
    const operations = new Map(served.operations.map((operation) => [operation.id, operation]));
    const declared = new Map(toolsets.flatMap((toolset) => Object.entries(toolset.tools)));
    const tooLarge = tools.filter(({ name, inputSchema }) => {
      const operation = operations.get(declared.get(name)?.operation ?? '');
      const own = operation && readQuery(operation)['limit'];
      const { limit } = (inputSchema['properties'] ?? {}) as Readonly<Record<string, Member>>;
      return own !== undefined && (limit?.maximum ?? 0) > (own.maximum ?? 0);
    });
    expect(tooLarge.map(({ name }) => name)).toEqual([]);
  });
});
