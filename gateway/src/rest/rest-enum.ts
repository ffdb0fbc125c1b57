import { Type } from 'typebox';
import type { TUnsafe } from 'typebox';

/** The names REST gives to the values of a proto enum, both ways. */
export interface RestEnum<Name extends string, Value extends string> {
  readonly schema: TUnsafe<Name>;
  /** A missing name is the enum's unspecified value. */
  toProto(name: Name | undefined): Value;
  /** Throws for a value that has no name. */
  toRest(value: string): Name;
  /** Null for a value that is unset or has no name. */
  toRestOrNull(value: string | undefined): Name | null;
}

/** @param values the unspecified value, then the value of every name, in the order the contract lists them */
export function restEnum<const Name extends string, const Value extends string>(
  unspecified: Value,
  values: Readonly<Record<Name, Value>>,
): RestEnum<Name, Value> {
  const names = Object.keys(values) as Name[];
  const byValue = new Map<string, Name>(names.map((name) => [values[name], name]));
  return {
    schema: Type.Unsafe<Name>({ type: 'string', enum: names }),
    toProto: (name) => (name === undefined ? unspecified : values[name]),
    toRest(value) {
      const name = byValue.get(value);
      if (name === undefined) throw new Error(`${value} has no name in the REST contract`);
      return name;
    },
    toRestOrNull: (value) => (value === undefined ? null : (byValue.get(value) ?? null)),
  };
}
