import type { DescMessage } from '@bufbuild/protobuf';
import type { JsonSchema } from '../json-schema.ts';
import type { Shape } from '../shape.ts';

/** How REST shows a message: its schema in the OpenAPI document, and what makes it of a message as ts-proto decodes it. */
export interface ShownMessage {
  readonly name: string;
  readonly desc: DescMessage;
  /** Field → the member that shows it; a field that is in no entry is hidden. */
  readonly fields: Readonly<Record<string, string>>;
  readonly schema: JsonSchema;
  readonly toRest: (message: unknown) => Record<string, unknown>;
}

/** Compiles each message once, in its own shape where it has one. */
export interface ShownMessages {
  show(desc: DescMessage, shape?: Shape): ShownMessage;
  /** Everything compiled so far, by its name in the document. */
  all(): readonly ShownMessage[];
}
