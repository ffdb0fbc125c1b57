/** An event as a stream of them says it. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  /** JSON. */
  readonly data: string;
}

/** The events of a stream, without its comments and what it says to clients. */
export function eventsIn(text: string): readonly ServerSentEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [id = '', event = '', data = ''] = block.split('\n');
      return { id: id.slice(4), event: event.slice(7), data: data.slice(6) };
    });
}
