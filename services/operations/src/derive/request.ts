import type { DescField } from '@bufbuild/protobuf';
import type { InputMember } from './input-member.ts';
import type { BodyInput } from './input-schemas.ts';
import { absentFields, setFields } from './request-fields.ts';

/** The parts of an HTTP request, already validated. */
export interface GivenInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Puts the request message together. */
export type ToRequest = (given: GivenInput) => unknown;

interface RequestParts extends Pick<BodyInput, 'desc' | 'input'> {
  readonly mask: DescField | undefined;
  readonly inPath: readonly InputMember[];
  readonly others: readonly InputMember[];
  readonly hasBody: boolean;
}

/** Fields that are not sent have the value an absent field has in a decoded message. */
export function requestMaker({ desc, mask, input, inPath, others, hasBody }: RequestParts): ToRequest {
  const absent = desc === undefined ? {} : absentFields(desc);
  const protoNames = new Map<string, string>([
    ...others.map(({ name, field }) => [name, field.name] as const),
    ...(input.readOnly ?? []).map((name) => [name, name] as const),
  ]);
  // Declared for the request of this operation, whose fields it therefore names.
  const byHand = input.body?.toRequest as ((body: unknown) => object) | undefined;
  return ({ params, query, body }) => {
    const request: Record<string, unknown> = { ...absent };
    setFields(request, inPath, params);
    if (byHand !== undefined) return Object.assign(request, byHand(body));
    const given = (hasBody ? body : query) as GivenInput['query'] | undefined;
    if (given === undefined) return request;
    setFields(request, others, given);
    if (mask !== undefined) {
      request[mask.localName] = Object.keys(given).map((name) => protoNames.get(name) ?? name);
    }
    return request;
  };
}
