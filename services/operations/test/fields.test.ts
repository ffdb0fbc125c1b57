import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { contract, contractMethod } from '@assay/chassis/grpc/contract/contract';
import { expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { resources, shapes } from '../src/resources/operations.ts';

const { operations, messages } = serveOperations(resources, shapes);

/** All messages of the platform, except those of the transport, which no client sees. */
const all = [...contract()].filter(
  (type): type is DescMessage =>
    type.kind === 'message' &&
    type.typeName.startsWith('assay.') &&
    !/^assay\.(access|errors|exchange|paging|rest)\./u.test(type.typeName),
);

const shown = messages.all();
const taken = operations.flatMap(({ id, rpcs: [rpc], input }) => {
  const message = rpc === undefined ? undefined : contractMethod(rpc.path)?.input.typeName;
  return message === undefined ? [] : [{ id, message, fields: input.fields }];
});

/** Describes how REST shows a field. */
function describeField({ parent, localName }: DescField): string {
  const answers = shown.filter(({ desc }) => desc.typeName === parent.typeName);
  const requests = taken.filter(({ message }) => message === parent.typeName);
  const names = [
    ...answers.map(({ fields }) => fields[localName]),
    ...requests.map(({ fields }) => fields[localName]),
  ];
  if (names.length === 0) return 'not part of REST';
  const known = [...new Set(names.filter((name) => name !== undefined))];
  if (known.length === 0) return 'hidden';
  return known.every((name) => name === localName) ? 'mapped' : `renamed to ${known.join(', ')}`;
}

it('lists how REST shows every field of every message', async () => {
  const lines = all.flatMap((message) =>
    message.fields.map((field) => `${message.typeName}.${field.name}: ${describeField(field)}`),
  );
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('./fields.txt');
  // A response that only wraps messages is not shown in REST.
  expect(lines.filter((line) => line.endsWith(': mapped')).length).toBeGreaterThan(150);
});
