/** Creates and finds elements. Every text is set as text: nothing here parses markup. */

type Properties = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined;

/** Returns the element with this id, which the page must contain, as an instance of `type`. */
export function byId(id: string): HTMLElement;
export function byId<E extends HTMLElement>(id: string, type: new () => E): E;
export function byId(id: string, type: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new TypeError(`the page has no ${type.name} #${id}`);
}

export function show(id: string, isShown: boolean): void {
  byId(id).hidden = !isShown;
}

/** Sets the properties that the element has, and attributes for all other names. Undefined is skipped. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name in node) Reflect.set(node, name, value);
    else node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

/** @param properties with `kind`, the classes of the button besides `button` */
export function button(
  text: string,
  onClick: (pressed: HTMLButtonElement) => void,
  { kind = '', ...properties }: Properties = {},
): HTMLButtonElement {
  const className = `button ${String(kind)}`.trim();
  const node = element('button', { type: 'button', className, ...properties }, text);
  node.addEventListener('click', () => onClick(node));
  return node;
}

/** Announces a text to screen readers when they are idle. */
export function announce(text: string): void {
  byId('announcer').textContent = text;
}
