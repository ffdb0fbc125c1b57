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
import { greaterRole } from '../authorization.ts';

const ruleOption = 'assay.access.v1.rule';
let loaded: FileRegistry | undefined;

/** Every proto file of the platform, with its options, as compiled by buf. */
export function contract(): FileRegistry {
  loaded ??= createFileRegistry(
    fromBinary(
      FileDescriptorSetSchema,
      readFileSync(fileURLToPath(import.meta.resolve('@assay/proto/descriptors'))),
    ),
  );
  return loaded;
}

/** An rpc such as `/assay.files.v1.FilesService/GetFile`, as the contract declares it. */
export function contractMethod(path: string): DescMethod | undefined {
  const [, serviceName, methodName] = path.split('/');
  const methods = contract().getService(serviceName ?? '')?.methods ?? [];
  return methods.find(({ name }) => name === methodName);
}

/**
 * The access rule of an rpc such as `/assay.files.v1.FilesService/GetFile`, with the role a key needs also where the
 * contract leaves it to the rpc's side effects; undefined when the contract gives no rule.
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
  // An extension is an unknown field to protobuf-es; ts-proto decodes it, so that one Rule type serves everywhere.
  const reader = new BinaryReader(field.data);
  return Rule.decode(reader, reader.uint32());
}

/** Returns true for a message field whose fields belong to its holder in REST (option `assay.rest.v1.inlined`). */
export function isInlined(field: DescField): boolean {
  const option = contract().getExtension('assay.rest.v1.inlined');
  return option !== undefined && hasOption(field, option) && getOption(field, option) === true;
}

/** The services with an rpc that the contract opens to people. */
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

/** Whether an rpc may be repeated when nothing is known of its first try: the contract gives it an idempotency level. */
export function isRepeatable(path: string): boolean {
  const level = contractMethod(path)?.idempotency;
  return level === Level.NO_SIDE_EFFECTS || level === Level.IDEMPOTENT;
}

/** The most milliseconds a call of an rpc may take: `usualMs`, unless the contract gives the rpc more. */
export function callTimeoutMs(path: string, usualMs: number): number {
  return Math.max(usualMs, (readRule(path)?.timeoutSeconds ?? 0) * 1_000);
}

/** A serialized FileDescriptorProto for each file that declares `symbol`, its imports after it. */
export function findFilesBySymbol(symbol: string): Uint8Array[] | undefined {
  const declared = contract().get(symbol) ?? contract().get(symbol.slice(0, symbol.lastIndexOf('.')));
  return declared === undefined ? undefined : withImports(declared.file);
}

/** The same for a file's own name. */
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
