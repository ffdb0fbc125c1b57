import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFileRegistry, fromBinary, getOption, hasOption, toBinary } from '@bufbuild/protobuf';
import type { DescField, DescFile, DescMethod, FileRegistry } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  MethodOptions_IdempotencyLevel as Level,
} from '@bufbuild/protobuf/wkt';
import { Role, Rule } from '@assay/proto/access/v1/access';
import { findProcess, serviceNames } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { greaterRole } from '../../authorization.ts';

const ruleOption = 'assay.access.v1.rule';
let loaded: FileRegistry | undefined;

/** Returns the registry of all proto files of the platform with their options, compiled by buf. */
export function contract(): FileRegistry {
  loaded ??= createFileRegistry(
    fromBinary(
      FileDescriptorSetSchema,
      readFileSync(fileURLToPath(import.meta.resolve('@assay/proto/descriptors'))),
    ),
  );
  return loaded;
}

/** Returns the declaration of an rpc such as `/assay.files.v1.FilesService/GetFile`. undefined: the contract has no such rpc. */
export function contractMethod(path: string): DescMethod | undefined {
  const [, serviceName, methodName] = path.split('/');
  const methods = contract().getService(serviceName ?? '')?.methods ?? [];
  return methods.find(({ name }) => name === methodName);
}

/**
 * Returns the access rule of an rpc such as `/assay.files.v1.FilesService/GetFile`, undefined when the contract has none. When the
 * rule does not state the role of a key, it follows from the side effects: an rpc without any needs `min_role`, others at least USER.
 */
export function accessRule(path: string): Rule | undefined {
  const rule = readRule(path);
  if (rule === undefined || rule.minKeyRole !== undefined) return rule;
  const isReading = contractMethod(path)?.idempotency === Level.NO_SIDE_EFFECTS;
  return { ...rule, minKeyRole: isReading ? rule.minRole : greaterRole(rule.minRole, Role.USER) };
}

function readRule(path: string): Rule | undefined {
  const options = contractMethod(path)?.proto.options;
  const fieldNumber = contract().getExtension(ruleOption)?.number;
  const field = options?.$unknown?.find(({ no }) => no === fieldNumber);
  if (field === undefined) return undefined;
  // protobuf-es keeps the extension as an unknown field. ts-proto decodes it, so that all code uses one Rule type.
  const reader = new BinaryReader(field.data);
  return Rule.decode(reader, reader.uint32());
}

/** Returns true for a message field whose fields belong to its holder in REST (option `assay.rest.v1.inlined`). */
export function isInlined(field: DescField): boolean {
  const option = contract().getExtension('assay.rest.v1.inlined');
  return option !== undefined && hasOption(field, option) && getOption(field, option) === true;
}

/** Lists the services that have an rpc for people. */
export function listUserFacingServices(): ServiceName[] {
  const isOpen = ({ minRole, signedIn }: Rule): boolean => minRole !== Role.UNSPECIFIED || signedIn;
  const open = [...contract()].flatMap((declared) => {
    if (declared.kind !== 'service') return [];
    const rules = declared.methods.map(({ name }) => accessRule(`/${declared.typeName}/${name}`));
    return rules.some((rule) => rule !== undefined && isOpen(rule)) ? [declared.typeName] : [];
  });
  const names = new Set(open.map(findProcess));
  return serviceNames.filter((name) => names.has(name));
}

/** Returns true when a client may repeat the rpc without knowing the outcome of its first attempt (`idempotency_level`). */
export function isRepeatable(path: string): boolean {
  const level = contractMethod(path)?.idempotency;
  return level === Level.NO_SIDE_EFFECTS || level === Level.IDEMPOTENT;
}

/** Returns the timeout of an rpc in milliseconds: `usualMs`, unless the contract gives the rpc more. */
export function callTimeoutMs(path: string, usualMs: number): number {
  return Math.max(usualMs, (readRule(path)?.timeoutSeconds ?? 0) * 1_000);
}

/** Returns the serialized FileDescriptorProto of the file that declares `symbol`, followed by its imports. */
export function findFilesBySymbol(symbol: string): Uint8Array[] | undefined {
  const declared = contract().get(symbol) ?? contract().get(symbol.slice(0, symbol.lastIndexOf('.')));
  return declared === undefined ? undefined : withImports(declared.file);
}

/** Returns the serialized FileDescriptorProto of the file `name`, followed by its imports. */
export function findFilesByName(name: string): Uint8Array[] | undefined {
  const file = contract().getFile(name);
  return file === undefined ? undefined : withImports(file);
}

function withImports(file: DescFile): Uint8Array[] {
  const seen = new Set<DescFile>();
  const visit = (next: DescFile): void => {
    if (seen.has(next)) return;
    seen.add(next);
    next.dependencies.forEach(visit);
  };
  visit(file);
  return [...seen].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
}
