/** The page that shows how to connect MCP clients. With a key, it calls the endpoint as such a client. */

import { createAttempts } from '../desk/parts/attempt.ts';
import { fillSelect } from '../desk/parts/select.ts';
import { announce, byId, show } from '../shared/dom.ts';
import { describeError, writeSentence } from '../desk/parts/error-texts.ts';
import { hasKey, useKey, useOrganization } from '../desk/parts/request.ts';
import { ApiError } from '../shared/api-error.ts';
import { showClients } from './client-tabs.ts';
import { writeKeyRequest } from './clients.ts';
import { api, listTools, listToolsets } from './connect-api.ts';
import { createSnippet } from './snippet.ts';
import { showSpending } from './spending.ts';
import { showTools } from './tool-list.ts';

const endpoint = `${location.origin}/v2/mcp`;
const keyInput = byId('key', HTMLInputElement);
const organizationSelect = byId('organization', HTMLSelectElement);
const { attempt } = createAttempts(describeProblem);

byId('endpoint').replaceWith(createSnippet({ place: 'Address of this server', text: endpoint }));
byId('create-key').replaceWith(
  createSnippet({ place: 'Request for a new key', text: writeKeyRequest(location.origin) }),
);
showClients({ endpoint, organizationId: undefined });

byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(async () => {
    useKey(keyInput.value.trim());
    keyInput.value = '';
    await showKey();
    byId('tools-title').focus();
  });
});
byId('forget').addEventListener('click', () => {
  forgetKey();
  keyInput.focus();
});
organizationSelect.addEventListener('change', () => attempt(showOrganization));
if (hasKey()) attempt(showKey);

/** Shows the organizations of the key, and its tools and limits in the first one. A key that is not valid is forgotten. */
async function showKey(): Promise<void> {
  useOrganization('');
  try {
    const organizations = (await api.listOrganizations().catch(ignoreClosed))?.data ?? [];
    const choices = organizations.map(({ id, name }) => ({ value: id, text: name }));
    fillSelect(organizationSelect, choices);
    show('organization-choice', choices.length > 1);
    await showOrganization();
  } catch (error) {
    forgetKey();
    keyInput.focus();
    throw error;
  }
}

async function showOrganization(): Promise<void> {
  const { value: organizationId, length } = organizationSelect;
  useOrganization(organizationId);
  const [tools, toolsets, keys, balance] = await Promise.all([
    listTools(),
    listToolsets(),
    api.listApiKeys().catch(ignoreClosed),
    api.getBalance().catch(ignoreUnavailable).catch(ignoreClosed),
  ]);
  // The person may have chosen another organization meanwhile.
  if (organizationSelect.value !== organizationId || !hasKey()) return;
  showSpending({ keys, availableCents: balance?.availableCents });
  showTools(tools, toolsets);
  showClients({ endpoint, organizationId: length > 1 ? organizationId : undefined });
  show('key-result', true);
  announce(byId('tools-title').textContent);
}

/** A key with `allowedTools` opens the operations of its tools and no others. */
function ignoreClosed(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 403) throw error;
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 503) throw error;
}

function forgetKey(): void {
  useKey('');
  useOrganization('');
  show('key-result', false);
  showClients({ endpoint, organizationId: undefined });
}

function describeProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  if (error.status === 401) return 'The key is not valid. Paste another key.';
  return error.status === 403 ? writeSentence(error.message) : describeError(error);
}
