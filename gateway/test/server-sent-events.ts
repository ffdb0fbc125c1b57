/** An event of an event stream. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  /** JSON text. */
  readonly data: string;
}

/** Parses the events of a stream. Comments and the retry interval are ignored. */
export function eventsIn(text: string): readonly ServerSentEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [id = '', event = '', data = ''] = block.split('\n');
      return { id: id.slice(4), event: event.slice(7), data: data.slice(6) };
    });
}
