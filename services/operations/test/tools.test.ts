import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import type { JsonSchema } from '../src/json-schema.ts';
import { resources, shapes } from '../src/resources/operations.ts';
import { deriveAnnotations } from '../src/tools/annotations.ts';
import { renderToolTable } from '../src/tools/describe-tools.ts';
import { serveTools } from '../src/tools/serve-tools.ts';
import { toolsets } from '../src/tools/toolsets.ts';

const served = serveOperations(resources, shapes);
const tools = serveTools(toolsets, served);

/** The order of the contract, which clients cache. */
const order = [
  ...['get_current_user', 'list_organizations'],
  ...['list_projects', 'get_project', 'create_project', 'update_project', 'list_project_files'],
  ...['list_datasets', 'get_dataset', 'get_dataset_version', 'create_dataset', 'delete_dataset'],
  ...['list_pipeline_catalog', 'estimate_verification_cost', 'run_verification_pipeline'],
  ...['list_verification_runs', 'get_verification_run'],
  ...['list_data_platform_pipeline_catalog', 'run_data_platform_pipeline'],
  ...['list_data_platform_runs', 'get_data_platform_run'],
  ...['list_lt_pipeline_catalog', 'run_lt_pipeline', 'get_lt_run'],
  ...['list_crowd_jobs', 'get_crowd_job', 'create_crowd_job'],
  ...['list_crowd_answers', 'accept_crowd_answer', 'reject_crowd_answer'],
];

const list = (schema: JsonSchema) => Object.keys(schema['properties'] ?? {});
const measure = (some: typeof tools) =>
  some.reduce((sum, { name, description, inputSchema, outputSchema, annotations }) => {
    const listed = { name, description, inputSchema, outputSchema, annotations };
    return sum + Buffer.byteLength(JSON.stringify(listed));
  }, 0);

describe('the tools', () => {
  it('have the order of the contract', () => {
    expect(tools.map(({ name }) => name)).toEqual(order);
  });

  it('are listed in the README, so that a change of them can be read', async () => {
    const path = join(import.meta.dirname, '../../../README.md');
    const table = `<!-- tools -->\n\n${renderToolTable(tools)}\n\n<!-- /tools -->`;
    const readme = readFileSync(path, 'utf8').replace(/<!-- tools -->[\s\S]*<!-- \/tools -->/u, () => table);
    expect(readme).toContain(table);
    await expect(readme).toMatchFileSnapshot(path);
  });

  it.each(tools)(
    '$name takes the inputs of its operation, and the arguments of MCP',
    ({ name, inputSchema }) => {
      const declared = toolsets
        .flatMap((toolset) => Object.entries(toolset.tools))
        .find(([one]) => one === name)?.[1];
      const own = ['limit', 'offset', 'fields', 'idempotencyKey', 'dryRun', ...(declared?.filters ?? [])];
      const others = list(inputSchema).filter((argument) => !declared?.arguments.includes(argument));
      expect(others.filter((argument) => !own.includes(argument))).toEqual([]);
    },
  );

  it.each(tools)('$name has schemas that stand alone', ({ inputSchema, outputSchema }) => {
    const text = JSON.stringify([inputSchema, outputSchema]);
    expect(text).not.toMatch(/"(?:\$ref|oneOf|anyOf|allOf|if|not|pattern|examples)":/u);
    expect(JSON.stringify(outputSchema)).not.toContain('"description":"');
    expect(inputSchema['additionalProperties']).toBe(false);
    expect(outputSchema).not.toHaveProperty('additionalProperties');
  });

  it('pages every list, 20 items by default, with the choice of members', () => {
    const lists = tools.filter(({ name }) => name.startsWith('list_'));
    for (const { name, inputSchema, outputSchema } of lists) {
      expect([name, list(inputSchema)]).toEqual([
        name,
        expect.arrayContaining(['limit', 'offset', 'fields']),
      ]);
      expect([name, list(outputSchema)]).toEqual([name, ['data', 'total', 'limit', 'offset']]);
    }
  });

  it('take an idempotency key where their rpc does', () => {
    const taking = tools.filter(({ inputSchema }) => list(inputSchema).includes('idempotencyKey'));
    expect(taking.map(({ name }) => name)).toEqual([
      'create_project',
      'create_dataset',
      'run_verification_pipeline',
      'run_data_platform_pipeline',
      'run_lt_pipeline',
      'create_crowd_job',
    ]);
  });

  it('are estimated and limited where they cost money', () => {
    const paid = tools.filter(({ inputSchema }) => list(inputSchema).includes('dryRun'));
    expect(paid.map(({ name }) => name)).toEqual(['run_verification_pipeline', 'create_crowd_job']);
    for (const { inputSchema } of paid) expect(list(inputSchema)).toContain('maxCostCents');
  });

  it('need the role viewer for reading and estimating, and user for the rest', () => {
    for (const { name, access } of tools.filter(({ toolset }) => toolset !== 'identity')) {
      expect([name, access.keyRole]).toEqual([
        name,
        deriveAnnotations(name).readOnlyHint ? 'viewer' : 'user',
      ]);
    }
  });

  it('are small, because clients send all of them to a model', () => {
    expect(measure(tools) / tools.length).toBeLessThanOrEqual(1_400);
    for (const { name } of toolsets) {
      expect([name, measure(tools.filter(({ toolset }) => toolset === name))]).toEqual([
        name,
        expect.toSatisfy((bytes: number) => bytes <= 12_000),
      ]);
    }
  });
});

describe('the annotations', () => {
  it('follow from the name and the exceptions', () => {
    const named = (hint: keyof ReturnType<typeof deriveAnnotations>) =>
      order.filter((name) => deriveAnnotations(name)[hint]);
    expect(named('destructiveHint')).toEqual(['update_project', 'delete_dataset', 'reject_crowd_answer']);
    expect(named('openWorldHint')).toEqual([]);
    expect(order.filter((name) => !named('readOnlyHint').includes(name))).toEqual([
      ...[
        'create_project',
        'update_project',
        'create_dataset',
        'delete_dataset',
        'run_verification_pipeline',
      ],
      ...['run_data_platform_pipeline', 'run_lt_pipeline', 'create_crowd_job'],
      ...['accept_crowd_answer', 'reject_crowd_answer'],
    ]);
    expect(named('idempotentHint').filter((name) => !named('readOnlyHint').includes(name))).toEqual([
      ...['update_project', 'delete_dataset', 'accept_crowd_answer'],
    ]);
  });
});
