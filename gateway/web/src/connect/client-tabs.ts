import { byId, element } from '../shared/dom.ts';
import { describeClients } from './clients.ts';
import type { Client, Connection } from './clients.ts';
import { createSnippet } from './snippet.ts';

let selectedId = '';

/** Shows the clients as tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). The selected one stays selected. */
export function showClients(connection: Connection): void {
  const clients = describeClients(connection);
  const tabs = clients.map((client) => createTab(client, clients));
  byId('client-tabs').replaceChildren(...tabs);
  const selected = clients.find(({ id }) => id === selectedId) ?? clients[0];
  if (selected !== undefined) select(selected);
}

function createTab(client: Client, clients: readonly Client[]): HTMLButtonElement {
  const tab = element(
    'button',
    { type: 'button', role: 'tab', id: nameTab(client), className: 'tab', 'aria-controls': 'client-panel' },
    client.name,
  );
  tab.addEventListener('click', () => select(client));
  tab.addEventListener('keydown', (event) => {
    const next = findNext(event.key, clients.indexOf(client), clients);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    byId(nameTab(next)).focus();
  });
  return tab;
}

const nameTab = ({ id }: Client): string => `tab-${id}`;

function findNext(key: string, index: number, clients: readonly Client[]): Client | undefined {
  if (key === 'ArrowRight') return clients[(index + 1) % clients.length];
  if (key === 'ArrowLeft') return clients.at(index - 1);
  if (key === 'Home') return clients[0];
  return key === 'End' ? clients.at(-1) : undefined;
}

function select(client: Client): void {
  selectedId = client.id;
  for (const tab of byId('client-tabs').children) {
    const isSelected = tab.id === nameTab(client);
    tab.setAttribute('aria-selected', String(isSelected));
    tab.setAttribute('tabindex', isSelected ? '0' : '-1');
  }
  const panel = byId('client-panel');
  panel.setAttribute('aria-labelledby', nameTab(client));
  panel.replaceChildren(
    ...client.snippets.map(createSnippet),
    element('p', { className: 'soft small' }, client.note),
  );
}
