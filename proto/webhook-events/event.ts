/** The resources whose webhooks can receive an event. */
export type EventScope = 'job' | 'project';

/** A JSON Schema, or an object of JSON. */
export type Schema = Readonly<Record<string, unknown>>;

/** An event of webhooks: the body of its deliveries is the bare payload. */
export interface WebhookEvent {
  readonly name: string;
  readonly scope: EventScope;
  /** The time at which it is sent, as a text for people. */
  readonly description: string;
  /** The JSON Schema of the body. */
  readonly schema: Schema;
  readonly example: Schema;
}
