import { catalogEntry, restCodes } from '../errors/error-catalog.ts';
import type { JsonSchema } from '../json-schema.ts';
import { renderToolList } from '../tools/describe-tools.ts';
import type { ServedTool } from '../tools/serve-tools.ts';
import type { OpenapiDocument, OpenapiOperation } from './document.ts';
import { describeFirstJob } from './first-job.ts';
import type { SharedParameters } from './parameters.ts';
import { renderReferences } from './references.ts';
import { introduction, overview } from './texts.ts';

/** Renders the document as plain text (https://llmstxt.org), for programs that read prose: one line per operation and code. */
export function llmsText(
  { info, tags, paths, components }: OpenapiDocument,
  tools: readonly ServedTool[],
): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      line: `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}${remarks(operation, components.parameters)}`,
    })),
  );
  const sections = tags.map(({ name, description }) => {
    const lines = operations.filter(({ tag }) => tag === name).map(({ line }) => line);
    return [`### ${name}`, description, lines.join('\n')].join('\n\n');
  });
  return `${[
    `# ${info.title} ${info.version}`,
    `> ${introduction}`,
    'The complete description, with every schema and example, is OpenAPI 3.1 at `/v2/openapi.json`; a page to try it is at ' +
      '`/v2`.',
    '## How it works',
    renderReferences(overview),
    '## A complete job',
    describeFirstJob(),
    '## Operations',
    ...sections,
    '## Tools for agents',
    'The Model Context Protocol is served at `POST /v2/mcp`; the page `/v2/mcp/connect` shows how to connect a client. A key sees the tools ' +
      'that its role and its `allowedTools` allow.',
    renderToolList(tools),
    '## Error codes',
    restCodes.map(errorLine).join('\n'),
  ].join('\n\n')}\n`;
}

function remarks(operation: OpenapiOperation, shared: SharedParameters): string {
  const { 'x-assay-role': role, 'x-assay-key-role': keyRole } = operation;
  const body =
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => listFields(schema))[0] ?? '';
  const parameters = operation.parameters.map((parameter) => shared[componentName(parameter)] ?? parameter);
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  const notes = [
    ...(query.length === 0 ? [] : [`query ${query.map(({ name }) => String(name)).join(', ')}`]),
    ...(body === '' ? [] : [`body ${body}`]),
    ...(role === undefined ? ['no credential'] : role === 'any' ? [] : [`role ${role}`]),
    ...(keyRole === role ? [] : [`key of role ${String(keyRole)}`]),
    ...(takesKey(operation) ? ['takes Idempotency-Key'] : []),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

/** Returns the name of the component that a parameter refers to. Empty if the parameter is not a reference. */
function componentName({ $ref = '' }: JsonSchema): string {
  return String($ref).slice('#/components/parameters/'.length);
}

function takesKey({ parameters }: OpenapiOperation): boolean {
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
}

/** Lists the fields of a body. Optional fields end with a question mark. */
function listFields(schema: unknown): string {
  const {
    properties,
    required = [],
    anyOf,
  } = schema as {
    properties?: Readonly<Record<string, unknown>>;
    required?: readonly string[];
    anyOf?: readonly unknown[];
  };
  if (anyOf !== undefined) return anyOf.map(listFields).join(' or ');
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return '';
  return `{${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')}}`;
}

function errorLine(code: (typeof restCodes)[number]): string {
  const { status, meaning, action, isRetryable } = catalogEntry(code);
  return `- \`${code}\` (${status}${isRetryable ? ', retryable' : ''}): ${meaning} ${action}`;
}
