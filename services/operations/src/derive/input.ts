import type { DescMessage } from '@bufbuild/protobuf';
import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import { deriveMaxBodyBytes } from './body-size.ts';
import { inputMember } from './input-member.ts';
import type { InputMember } from './input-member.ts';
import { bodySchemas, paramsSchema, querySchema } from './input-schemas.ts';
import type { BodySchemas } from './input-schemas.ts';
import { listRestFields } from './rest-fields.ts';
import { isMask } from './request-fields.ts';
import { buildToRequest } from './request.ts';
import type { RestRequest } from './request.ts';

/** The input of an operation: the schemas of the parts of a request, and the conversion to the request message. */
export interface Input extends BodySchemas {
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  /** The MIME type of a body that is not JSON. */
  readonly bodyType?: string;
  /** The maximum size of a JSON body. */
  readonly maxBodyBytes?: number;
  /** The path parameter that selects the organization of the call. */
  readonly organizationParam: string | undefined;
  /** Field of the request → name in REST. */
  readonly fields: Readonly<Record<string, string>>;
  readonly toRequest: (rest: RestRequest) => unknown;
}

/** @param desc the request message; undefined if there is none */
export function deriveInput({ route, input }: Pick<Operation, 'route' | 'input'>, desc?: DescMessage): Input {
  const [method = '', path = ''] = route.split(' ');
  const paramNames = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  const members = (desc === undefined ? [] : listRestFields(desc))
    .filter(({ field }) => input.omitted?.includes(field.localName) !== true && !isMask(field))
    .map(({ field, holder }) => ({ ...inputMember(field, input), holder }));
  const aliases = members.flatMap((member) => {
    const name = input.alsoNamed?.[member.field.localName];
    return name === undefined ? [] : [{ ...member, name }];
  });
  const inPath = members.filter(({ name }) => paramNames.includes(name));
  const others = [...members.filter((member) => !inPath.includes(member)), ...aliases];
  const organizationParam = findOrganizationParam(paramNames, members);
  const hasBody = !['GET', 'DELETE'].includes(method);
  const mask = desc?.fields.find(isMask);
  const bodies = hasBody ? bodySchemas(others, { desc, input, isPartial: mask !== undefined }) : {};
  const { documentedBody } = bodies;
  return {
    ...(paramNames.length > 0 && { params: paramsSchema(paramNames, inPath) }),
    ...(!hasBody && others.length > 0 && { query: querySchema(others, desc, input) }),
    ...bodies,
    ...(documentedBody && { maxBodyBytes: input.maxBodyBytes ?? deriveMaxBodyBytes(documentedBody) }),
    organizationParam,
    fields: Object.fromEntries(members.map(({ name, field }) => [field.localName, name])),
    toRequest: buildToRequest({ desc, mask, input, inPath, others, hasBody }),
  };
}

const organizationParams = ['orgId', 'organizationId'];

function findOrganizationParam(
  paramNames: readonly string[],
  members: readonly InputMember[],
): string | undefined {
  const [unknown, another] = paramNames.filter((param) => !members.some(({ name }) => name === param));
  if (unknown === undefined) return undefined;
  if (another !== undefined || !organizationParams.includes(unknown)) {
    throw new Error(`the path parameter ${another ?? unknown} is not a field of the request`);
  }
  return unknown;
}
