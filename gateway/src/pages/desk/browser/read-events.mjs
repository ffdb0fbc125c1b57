/** The events of a `text/event-stream` (HTML standard, section 9.2), whose data are JSON. `EventSource` cannot send a key. */
export async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const event = eventOf(block);
      if (event.data !== undefined) yield event;
    }
  }
}

function eventOf(block) {
  const fields = block.split('\n').flatMap((line) => {
    const end = line.indexOf(': ');
    return end < 1 ? [] : [[line.slice(0, end), line.slice(end + 2)]];
  });
  const { id = '', event: name = '', data } = Object.fromEntries(fields);
  return { id, name, data: data === undefined ? undefined : JSON.parse(data) };
}
