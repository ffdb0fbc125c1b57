import { invalidField } from '@assay/chassis/errors';
import { isDeeperThan } from '@assay/chassis/http/json-limits';
import type { DescField } from '@bufbuild/protobuf';
import type { InputMember } from './input-member.ts';
import type { BodyInput } from './input-schemas.ts';
import { absentFields, setFields } from './request-fields.ts';

/** The validated parts of an HTTP request. */
export interface RestRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Builds the request message. */
export type ToRequest = (rest: RestRequest) => unknown;

interface RequestParts extends Pick<BodyInput, 'desc' | 'input'> {
  readonly mask: DescField | undefined;
  readonly inPath: readonly InputMember[];
  readonly others: readonly InputMember[];
  readonly hasBody: boolean;
}

/** Returns the function that builds the request message. Fields that are not sent get the values of absent fields. */
export function buildToRequest({ desc, mask, input, inPath, others, hasBody }: RequestParts): ToRequest {
  const absent = desc === undefined ? {} : absentFields(desc);
  const emptied = Object.entries(input.emptied ?? {});
  const protoNames = new Map<string, string>([
    ...others.map(({ name, field }) => [name, field.name] as const),
    ...(input.readOnly ?? []).map((name) => [name, name] as const),
  ]);
  // The declaration is typed by the request of this operation, so it names the fields of this request.
  const bodyToRequest = input.body?.toRequest as ((body: unknown) => object) | undefined;
  return ({ params, query, body }) => {
    refuseDeepValues(body);
    const request: Record<string, unknown> = { ...absent };
    setFields(request, inPath, params);
    if (bodyToRequest !== undefined) return Object.assign(request, bodyToRequest(body));
    const input = (hasBody ? body : query) as RestRequest['query'] | undefined;
    if (input === undefined) return request;
    setFields(request, others, input);
    for (const [list, flag] of emptied) {
      const sent = input[list];
      if (flag !== undefined) request[flag] = Array.isArray(sent) && sent.length === 0;
    }
    if (mask !== undefined) {
      request[mask.localName] = Object.keys(input).map((name) => protoNames.get(name) ?? name);
    }
    return request;
  };
}

/** The protobuf decoder follows 33 levels of a JSON value. No field accepts more than 32. */
const maxDepth = 32;

function refuseDeepValues(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (isDeeperThan(value, maxDepth))
      throw invalidField(name, `${name} can be nested at most ${maxDepth.toString()} levels deep`);
  }
}
