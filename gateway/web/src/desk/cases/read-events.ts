export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** Reads a `text/event-stream` (HTML standard, section 9.2) with JSON data. `EventSource` cannot send an API key. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(parseEvent).filter(({ data }) => data !== undefined);
    }
  } finally {
    // A consumer that stops early must not keep the connection open.
    await reader.cancel();
  }
}

function parseEvent(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').flatMap((line): [string, string][] => {
      const end = line.indexOf(': ');
      return end < 1 ? [] : [[line.slice(0, end), line.slice(end + 2)]];
    }),
  );
  const data = fields.get('data');
  return {
    id: fields.get('id') ?? '',
    name: fields.get('event') ?? '',
    data: data === undefined ? undefined : JSON.parse(data),
  };
}
