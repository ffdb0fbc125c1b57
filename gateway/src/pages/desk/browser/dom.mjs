/** Building and finding elements. Texts are always texts: nothing here reads markup. */

export const byId = (id) => document.getElementById(id);

/** Sets properties where the element has them, attributes otherwise; undefined leaves them alone. */
export function element(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

export function button(text, onClick, { kind = '', ...given } = {}) {
  const node = element('button', { type: 'button', className: `button ${kind}`.trim(), ...given }, text);
  node.addEventListener('click', onClick);
  return node;
}

/** Fills a select and keeps what was chosen where it is still there. */
export function fillSelect(select, options, chosen = select.value) {
  const shown = [...select.options].map(({ value, text }) => ({ value, text }));
  // One that is open stays open.
  if (JSON.stringify(shown) !== JSON.stringify(options)) {
    select.replaceChildren(...options.map(({ value, text }) => element('option', { value }, text)));
  }
  if (options.some(({ value }) => value === chosen)) select.value = chosen;
}

/** Says something to people who listen to the page. */
export function announce(text) {
  byId('announcer').textContent = text;
}
