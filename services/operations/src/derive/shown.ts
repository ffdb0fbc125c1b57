import type { DescMessage } from '@bufbuild/protobuf';
import type { JsonSchema } from '../json-schema.ts';
import type { Shape } from '../shape.ts';

/** A message in REST: its schema in the OpenAPI document, and the conversion of a decoded message. */
export interface ShownMessage {
  readonly name: string;
  readonly desc: DescMessage;
  /** Field → member that shows it. A field without an entry is hidden. */
  readonly fields: Readonly<Record<string, string>>;
  readonly schema: JsonSchema;
  readonly toRest: (message: unknown) => Record<string, unknown>;
}

/** Compiles each message once, in its own shape if it has one. */
export interface ShownMessages {
  show(desc: DescMessage, shape?: Shape): ShownMessage;
  /** Returns all compiled messages. */
  all(): readonly ShownMessage[];
}
