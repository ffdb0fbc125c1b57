import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { errorCatalog } from '../src/errors/error-catalog.ts';
import { describeFirstJob } from '../src/openapi/first-job.ts';
import { renderReferences, renderTexts } from '../src/openapi/references.ts';
import { components, resources, shapes } from '../src/resources/operations.ts';
import { readContractComments } from './contract-comments.ts';

const { operations, messages } = serveOperations(resources, shapes);

describe('a reference in a description', () => {
  it('to a reason becomes its code and its HTTP status', () => {
    expect(renderReferences('Refused with {SLUG_TAKEN}.')).toBe('Refused with `CONFLICT` (409).');
  });

  it('to an operation becomes its method and its path', () => {
    expect(renderReferences('See {getFile}.')).toBe('See `GET /v2/files/{fileId}`.');
  });

  it('to anything else is an error', () => {
    expect(() => renderReferences('See {getMoon}.')).toThrow('{getMoon} is neither');
  });

  it('is rendered in every description and summary, and not in examples', () => {
    const part = {
      summary: '{getFile}',
      properties: {
        description: { description: '{FORBIDDEN}' },
        example: { type: 'string', description: '{getFile}' },
      },
      examples: [{ description: '{getMoon}' }],
    };
    expect(renderTexts(part)).toEqual({
      summary: '`GET /v2/files/{fileId}`',
      properties: {
        description: { description: '`FORBIDDEN` (403)' },
        example: { type: 'string', description: '`GET /v2/files/{fileId}`' },
      },
      examples: [{ description: '{getMoon}' }],
    });
  });
});

/** Finds HTTP statuses and REST paths. 200 and 500 occur as other numbers. */
const restTerm = /(?<![\w.,-])(?:201|204|30[1-8]|4\d\d|50[1-5])(?![\w-]|[.,]\d)|\/v2\b/u;

/** Lists the descriptions and summaries in a value, with their keys. */
function listTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return ['description', 'summary', 'meaning', 'action'].includes(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    listTexts(inner, Array.isArray(value) ? key : name),
  );
}

describe('the shared descriptions name no HTTP status and no REST path', () => {
  it.each([
    [
      'of operations',
      operations.map(({ summary, description, input, answer }) => [{ summary, description }, input, answer]),
    ],
    ['of tags', resources.map(({ tag }) => tag)],
    ['of messages', messages.all().map(({ schema }) => schema)],
    ['of other schemas', components],
    ['of errors', errorCatalog],
  ])('%s', (_name, part) => {
    const texts = listTexts(part);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => restTerm.test(text))).toEqual([]);
  });

  it('of the contract', () => {
    expect(readContractComments('.proto').filter((line) => restTerm.test(line))).toEqual([]);
  });

  it('finds both', () => {
    expect(['refused with 409.', '(503)', 'see `GET /v2/limits`'].every((text) => restTerm.test(text))).toBe(
      true,
    );
    expect(
      ['at most 512 MiB', 'RFC 4180', '400,000 values', '422.5'].some((text) => restTerm.test(text)),
    ).toBe(false);
  });
});

it('the plain-text summary has the values of a complete job', () => {
  const text = describeFirstJob();
  for (const value of [
    'authentic',
    'unverified',
    'posterior',
    'coverage',
    'html',
    'pdf',
    'image-authenticity',
  ])
    expect(text).toContain(`\`${value}\``);
  expect(text.split('```sh\n')[1]?.split('\n```')[0]?.split('\n')).toHaveLength(10);
});
