import type { DescMessage } from '@bufbuild/protobuf';
import { contractMethod } from '../contract/contract.ts';
import { fieldRules } from './field-rules.ts';

/** Sets each field of a decoded request that has a default and is unset or 0. */
export type SetDefaults = (request: unknown) => void;

/**
 * Compiles the defaults of the request of an rpc such as `/assay.files.v1.FilesService/ListFiles`, and of the messages in it that are
 * set. @returns undefined when no field has a default
 */
export function compileDefaults(path: string): SetDefaults | undefined {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`${path} is not part of the contract`);
  return compileMessage(method.input) as SetDefaults | undefined;
}

/** A decoded message that no other call shares, so that it may be changed. */
type Message = Record<string, unknown>;

function compileMessage(desc: DescMessage): ((message: Message) => void) | undefined {
  if (desc.typeName.startsWith('google.protobuf.')) return undefined;
  const setters = desc.fields.flatMap((field): ((message: Message) => void)[] => {
    const { localName, fieldKind } = field;
    if (fieldKind === 'message') {
      const setNested = compileMessage(field.message);
      if (setNested === undefined) return [];
      return [(message) => message[localName] !== undefined && setNested(message[localName] as Message)];
    }
    const { defaultNumber } = fieldRules(field);
    if (defaultNumber === undefined) return [];
    return [
      (message) => {
        if ((message[localName] ?? 0) === 0) message[localName] = defaultNumber;
      },
    ];
  });
  if (setters.length === 0) return undefined;
  return (message) => {
    for (const set of setters) set(message);
  };
}
