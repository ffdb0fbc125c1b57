import type { ListedTool } from '@assay/test-kit/mcp/mcp-client';
import { createRandom } from '@assay/test-kit/seeded-random';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Arguments of which exactly one breaks the schema of the tool. */
export interface WrongCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The argument that is wrong. */
  readonly field: string;
}

const wrongByType: Readonly<Record<string, readonly unknown[]>> = {
  string: [1, true, {}, [], ['a'], { $gt: '' }],
  integer: ['1', 1.5, {}, [1], 1e300, true],
  number: ['1', {}, [1], true],
  boolean: ['true', 1, {}, []],
  array: ['a', 1, {}, { length: 1 }, [[[]]], [{}]],
  object: ['a', 1, []],
};

/** Generates calls with a wrong argument from the listed schemas. The same seed gives the same calls. */
export function generateWrongCalls(tools: readonly ListedTool[], count: number, seed: number): WrongCall[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const tool = tools[index % tools.length];
    if (tool === undefined) throw new Error('there are no tools');
    const { name, inputSchema } = tool;
    const { properties = {}, required = [] } = inputSchema as Schema;
    const valid = Object.fromEntries(required.map((one) => [one, makeValid(properties[one] ?? {})]));
    const listValues = (one: string) => listWrong(properties[one], required.includes(one));
    const field = random.pick(Object.keys(properties).filter((one) => listValues(one).length > 0));
    if (field === undefined || random.below(8) === 0) {
      const unknown = random.pick(['__proto__x', 'constructor', 'organizationId', 'isAdmin']) ?? '';
      return { name, field: unknown, args: { ...valid, [unknown]: 'x' } };
    }
    return { name, field, args: { ...valid, [field]: random.pick(listValues(field)) } };
  });
}

/** Null is a wrong value only of a required argument: that of any other is as if left out. */
function listWrong(
  { type, enum: values, minimum, maximum, maxLength, maxItems }: Schema = {},
  isRequired: boolean,
): unknown[] {
  const types = [type ?? []].flat();
  const [first = ''] = types;
  return [
    ...(wrongByType[first] ?? []),
    ...(isRequired && types.length > 0 ? [null] : []),
    ...(values === undefined ? [] : ['no such value']),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, (_, index) => `a${index}`)]),
  ];
}

function makeValid({ type, enum: values, minimum = 1, items = {} }: Schema): unknown {
  if (values !== undefined) return values[0];
  const [first] = [type ?? []].flat();
  if (first === 'integer' || first === 'number') return minimum;
  if (first === 'boolean') return false;
  if (first === 'array') return [makeValid(items)];
  return first === 'object' ? {} : 'a';
}
