import { getOption, hasOption } from '@bufbuild/protobuf';
import type { DescEnum, DescEnumValue } from '@bufbuild/protobuf';
import { contract } from '@assay/chassis/grpc/contract';
import { readDescription } from './descriptions.ts';

/** One value of an enum, in both languages. */
export interface NamedValue {
  /** What ts-proto calls it, such as `ROLE_VIEWER`. */
  readonly value: string;
  /** What REST calls it, such as `viewer`. */
  readonly name: string;
  readonly description: string;
}

/** Every value of an enum but the unspecified one, in the contract's order. */
export function listValues(desc: DescEnum, excluded: readonly number[] = []): readonly NamedValue[] {
  return desc.values
    .filter(({ number }) => number !== 0 && !excluded.includes(number))
    .map((value) => ({ value: value.name, name: buildRestName(value), description: readDescription(value) }));
}

/** The value that stands for none. */
export function getUnspecifiedValue({ values, typeName }: DescEnum): string {
  const unspecified = values.find(({ number }) => number === 0);
  if (unspecified === undefined) throw new Error(`${typeName} has no value 0`);
  return unspecified.name;
}

function buildRestName(value: DescEnumValue): string {
  const { sharedPrefix = '' } = value.parent;
  return readRestNameOption(value) ?? value.name.slice(sharedPrefix.length).toLowerCase();
}

/** What the contract itself says with its option `rest_name`. */
function readRestNameOption(value: DescEnumValue): string | undefined {
  const option = contract().getExtension('assay.rest.v1.rest_name');
  if (option === undefined || !hasOption(value, option)) return undefined;
  return String(getOption(value, option));
}
