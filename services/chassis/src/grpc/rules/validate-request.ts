import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence as Presence } from '@bufbuild/protobuf/wkt';
import { invalidField } from '../../errors.ts';
import { contractMethod, isInlined } from '../contract/contract.ts';
import { fieldRules } from './field-rules.ts';
import type { FieldRules } from './field-rules.ts';
import { valueCheck } from './value-check.ts';
import type { ValueCheck } from './value-check.ts';

/** Throws INVALID_ARGUMENT for the first field that violates its rules. */
export type ValidateRequest = (request: unknown) => void;

/**
 * Compiles the rules of the request of an rpc such as `/assay.files.v1.FilesService/GetFile`, also of the messages in
 * it. A field that the update mask of the request names is meant, also where zero otherwise says that it is not set.
 */
export function requestValidator(path: string): ValidateRequest {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`${path} is not part of the contract`);
  return messageValidator(method.input);
}

/** Compiles the rules of a message and of the messages in it; the update mask may name fields of an inlined one. */
export function messageValidator(desc: DescMessage): ValidateRequest {
  const check = createMessageCheck(desc, []);
  return (request) => check?.(request as Values, { prefix: '', named: [] });
}

/** A decoded message; its fields have camelCase names. */
type Values = Readonly<Record<string, unknown>>;

/** The place of a message in the request. */
interface Place {
  /** Begins the paths of its fields, such as `spendLimit.` */
  readonly prefix: string;
  /** The fields that an update mask names. */
  readonly named: readonly string[];
}

type MessageCheck = (values: Values, place: Place) => void;

/** Compiles the check of a message. @returns undefined when every message passes */
function createMessageCheck(desc: DescMessage, parents: readonly DescMessage[]): MessageCheck | undefined {
  if (desc.typeName.startsWith('google.protobuf.')) return undefined;
  if (parents.includes(desc)) throw new Error(`${desc.typeName} contains itself and cannot be checked`);
  const mask = desc.fields.find(({ message }) => message?.typeName === 'google.protobuf.FieldMask');
  const checks = desc.fields.flatMap((field) => [
    ...createOwnChecks(field),
    ...createNestedChecks(field, [...parents, desc]),
  ]);
  if (checks.length === 0) return undefined;
  return (values, { prefix, named: outer }) => {
    const named = mask === undefined ? outer : ((values[mask.localName] ?? []) as readonly string[]);
    for (const check of checks) check(values, { prefix, named });
  };
}

/** Compiles the rules of the field itself. */
function createOwnChecks(field: DescField): MessageCheck[] {
  const rules = fieldRules(field);
  const check = valueCheck(rules, excludedNames(field, rules));
  const { required, ignoreIfZero } = rules;
  if (check === undefined && !required) return [];
  const { name, localName } = field;
  const isAbsent = absence(field);
  return [
    (values, { prefix, named }) => {
      const value = values[localName];
      const violation =
        value === undefined || isAbsent(value)
          ? whenAbsent({ check, value, required, isLeftOut: ignoreIfZero && !named.includes(name) })
          : check?.(value);
      if (violation !== undefined) throw invalidField(`${prefix}${localName}`, `${localName} ${violation}`);
    },
  ];
}

interface Absent extends Pick<FieldRules, 'required'> {
  readonly check: ValueCheck | undefined;
  readonly value: unknown;
  /** True when the absent value counts as unset, so that no rule but `required` applies. */
  readonly isLeftOut: boolean;
}

/** Checks an absent value. For a field without presence, zero is a value that the rules apply to. */
function whenAbsent({ check, value, required, isLeftOut }: Absent): string | undefined {
  if (required) return 'is missing';
  return value === undefined || isLeftOut ? undefined : check?.(value);
}

/** Compiles the rules of the messages in the field. */
function createNestedChecks(field: DescField, parents: readonly DescMessage[]): MessageCheck[] {
  if (field.fieldKind === 'map' || field.message === undefined) return [];
  const check = createMessageCheck(field.message, parents);
  if (check === undefined) return [];
  const { localName, fieldKind } = field;
  return [
    (values, place) => {
      const inner = isInlined(field) ? place : { prefix: `${place.prefix}${localName}.`, named: [] };
      const value = values[localName];
      const messages = (fieldKind === 'list' ? value : [value]) as readonly (Values | undefined)[];
      for (const message of messages) {
        if (message !== undefined) check(message, inner);
      }
    },
  ];
}

/** Returns the names of excluded enum values, because messages contain names instead of numbers. */
function excludedNames({ enum: declared }: DescField, { excludedValues = [] }: FieldRules): string[] {
  return (declared?.values ?? [])
    .filter(({ number }) => excludedValues.includes(number))
    .map(({ name }) => name);
}

/** Returns the predicate for an absent value: an empty list, or zero when the field has no presence. */
function absence({ fieldKind, enum: declared, presence }: DescField): (value: unknown) => boolean {
  if (fieldKind === 'list') return (value) => (value as readonly unknown[]).length === 0;
  if (presence !== Presence.IMPLICIT) return () => false;
  const zero = declared?.values[0]?.name;
  return (value) => value === zero || value === '' || value === 0 || value === false;
}
