import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence as Presence } from '@bufbuild/protobuf/wkt';
import { invalidField } from '../../errors.ts';
import { contractMethod } from '../contract.ts';
import { fieldRules } from './field-rules.ts';
import type { FieldRules } from './field-rules.ts';
import { valueCheck } from './value-check.ts';
import type { ValueCheck } from './value-check.ts';

/** Throws INVALID_ARGUMENT that names the first field that breaks its rules. */
export type ValidateRequest = (request: unknown) => void;

/**
 * Compiles the rules of the request of an rpc such as `/assay.files.v1.FilesService/GetFile`, also of the messages in
 * it. A field that the update mask of the request names is meant, also where zero otherwise says that it is not set.
 */
export function requestValidator(path: string): ValidateRequest {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`${path} is not part of the contract`);
  const check = messageCheck(method.input, []);
  return (request) => check?.(request as Values, '');
}

/** A decoded message; its fields have camelCase names. */
type Values = Readonly<Record<string, unknown>>;

/** @param prefix where the message is in the request, such as `spendLimit.` */
type MessageCheck = (values: Values, prefix: string) => void;

/** Undefined: every message passes. */
function messageCheck(desc: DescMessage, within: readonly DescMessage[]): MessageCheck | undefined {
  if (desc.typeName.startsWith('google.protobuf.')) return undefined;
  if (within.includes(desc)) throw new Error(`${desc.typeName} holds itself and cannot be checked`);
  const mask = desc.fields.find(({ message }) => message?.typeName === 'google.protobuf.FieldMask');
  const checks = desc.fields.flatMap((field) => [
    ...ownCheck(field, mask?.localName),
    ...nestedCheck(field, [...within, desc]),
  ]);
  if (checks.length === 0) return undefined;
  return (values, prefix) => {
    for (const check of checks) check(values, prefix);
  };
}

/** The rules of the field itself. */
function ownCheck(field: DescField, maskName: string | undefined): MessageCheck[] {
  const rules = fieldRules(field);
  const check = valueCheck(rules, excludedNames(field, rules));
  const { required, ignoreIfZero } = rules;
  if (check === undefined && !required) return [];
  const { name, localName } = field;
  const isAbsent = absence(field);
  const isNamed = (values: Values): boolean =>
    maskName !== undefined && ((values[maskName] ?? []) as readonly string[]).includes(name);
  return [
    (values, prefix) => {
      const value = values[localName];
      const violation =
        value === undefined || isAbsent(value)
          ? whenAbsent({ check, value, required, isLeftOut: ignoreIfZero && !isNamed(values) })
          : check?.(value);
      if (violation !== undefined) throw invalidField(`${prefix}${localName}`, `${localName} ${violation}`);
    },
  ];
}

interface Absent extends Pick<FieldRules, 'required'> {
  readonly check: ValueCheck | undefined;
  readonly value: unknown;
  /** Whether its absence says that it is not set. */
  readonly isLeftOut: boolean;
}

/** Without presence, zero is a value like any other. */
function whenAbsent({ check, value, required, isLeftOut }: Absent): string | undefined {
  if (required) return 'is missing';
  return value === undefined || isLeftOut ? undefined : check?.(value);
}

/** The rules of the messages in the field. */
function nestedCheck(field: DescField, within: readonly DescMessage[]): MessageCheck[] {
  if (field.fieldKind === 'map' || field.message === undefined) return [];
  const check = messageCheck(field.message, within);
  if (check === undefined) return [];
  const { localName, fieldKind } = field;
  return [
    (values, prefix) => {
      const given = values[localName];
      const messages = (fieldKind === 'list' ? given : [given]) as readonly (Values | undefined)[];
      for (const message of messages) {
        if (message !== undefined) check(message, `${prefix}${localName}.`);
      }
    },
  ];
}

/** Messages hold the names of enum values. */
function excludedNames({ enum: of }: DescField, { excludedValues = [] }: FieldRules): string[] {
  return (of?.values ?? []).filter(({ number }) => excludedValues.includes(number)).map(({ name }) => name);
}

/** What tells that a field is not set, or, where it has no presence, zero. */
function absence({ fieldKind, enum: of, presence }: DescField): (value: unknown) => boolean {
  if (fieldKind === 'list') return (value) => (value as readonly unknown[]).length === 0;
  if (presence !== Presence.IMPLICIT) return () => false;
  const zero = of?.values[0]?.name;
  return (value) => value === zero || value === '' || value === 0 || value === false;
}
