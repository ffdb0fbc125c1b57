import { getOption, hasOption } from '@bufbuild/protobuf';
import type { DescEnum, DescEnumValue } from '@bufbuild/protobuf';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { readDescription } from './descriptions.ts';

/** One value of an enum with both of its names. */
export interface NamedValue {
  /** The name in TypeScript, such as `ROLE_VIEWER`. */
  readonly value: string;
  /** The name in REST, such as `viewer`. */
  readonly name: string;
  readonly description: string;
}

/** Returns all values of an enum except the unspecified one, in the order of the contract. */
export function listValues(desc: DescEnum, excluded: readonly number[] = []): readonly NamedValue[] {
  return desc.values
    .filter(({ number }) => number !== 0 && !excluded.includes(number))
    .map((value) => ({ value: value.name, name: buildRestName(value), description: readDescription(value) }));
}

/** Returns the unspecified value of an enum. */
export function getUnspecifiedValue({ values, typeName }: DescEnum): string {
  const unspecified = values.find(({ number }) => number === 0);
  if (unspecified === undefined) throw new Error(`${typeName} has no value with number 0`);
  return unspecified.name;
}

function buildRestName(value: DescEnumValue): string {
  const { sharedPrefix = '' } = value.parent;
  return readRestNameOption(value) ?? value.name.slice(sharedPrefix.length).toLowerCase();
}

/** Reads the option `rest_name`. */
function readRestNameOption(value: DescEnumValue): string | undefined {
  const option = contract().getExtension('assay.rest.v1.rest_name');
  if (option === undefined || !hasOption(value, option)) return undefined;
  return String(getOption(value, option));
}
