import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ResourceReader } from '../../src/resources/resource-reader.ts';
import type { ToolOutcome, ToolRunner } from '../../src/tools/tool-runner.ts';

const base64 = Buffer.from('fixture').toString('base64');
const text = { type: 'text', text: 'This is a simple text response for testing.' };
const image = { type: 'image', data: base64, mimeType: 'image/png' };
const resource = { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'An embedded resource.' };
const embedded = { type: 'resource', resource };

/** The answers of the tools that the conformance suite calls. */
const outcomes: Readonly<Record<string, object>> = {
  test_simple_text: { content: [text] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: base64, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [embedded] },
  test_multiple_content_types: { content: [text, image, embedded] },
  test_error_handling: { content: [{ type: 'text', text: 'The tool failed.' }], isError: true },
  json_schema_2020_12_tool: { content: [text] },
};

/** The schema whose keywords the suite expects to be listed unchanged. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const listed = Object.keys(outcomes).map((name) => ({
  name,
  description: `A fixture, ${name}.`,
  inputSchema: name === 'json_schema_2020_12_tool' ? schema2020 : { type: 'object', properties: {} },
}));

export const fixtureTools: ToolRunner = {
  list: () => JSON.stringify(listed),
  run(_caller, { name }) {
    const outcome = outcomes[name];
    // Answers of tools have no images; the wire passes any content on.
    return Promise.resolve((outcome ?? { refusal: `There is no tool ${name}.` }) as ToolOutcome);
  },
};

const contents: Readonly<Record<string, object>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'A static text.' },
  'test://static-binary': { mimeType: 'image/png', blob: base64 },
  'test://template/123/data': { mimeType: 'application/json', text: '{"id":"123"}' },
};

const words = { title: 'Fixture', description: 'A fixture.', mimeType: 'text/plain' };

export const fixtureResources: ResourceReader = {
  list: () => [{ uri: 'test://static-text', name: 'static-text', ...words }],
  listTemplates: () => [{ uriTemplate: 'test://template/{id}/data', name: 'template', ...words }],
  read(_caller, uri) {
    const content = contents[uri];
    if (content === undefined) return Promise.reject(new ResourceNotFoundError(uri));
    // Resources of the platform are texts; the wire passes any content on.
    return Promise.resolve({ uri, ...content } as Awaited<ReturnType<ResourceReader['read']>>);
  },
};
