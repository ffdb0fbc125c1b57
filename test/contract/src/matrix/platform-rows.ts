import type { Table } from './row.ts';

/** What the gateway itself knows, and how people sign in. */
export const platformRows: Table = {
  getLimits: { needs: 'viewer', success: 200 },
  listErrorCodes: { needs: 'anybody', success: 200 },
  startLogin: { needs: 'anybody', success: 302 },
  logOut: { needs: 'anybody', success: 200 },
  listBundleKeys: { needs: 'anybody', success: 200 },
  // Whatever is sent is answered, be it a bundle or not.
  verifyEvidenceBundle: {
    needs: 'anybody',
    success: 200,
    body: () => 'no bundle',
    headers: () => ({ 'content-type': 'application/zip' }),
  },
  sendMcpMessage: {
    needs: 'signed-in',
    success: 200,
    // A text, so that no member is planted: the answer repeats the id of its message.
    body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    headers: () => ({ 'content-type': 'application/json' }),
  },
  getMcpMetadata: { needs: 'anybody', success: 200 },
  getMcpEndpointMetadata: { needs: 'anybody', success: 200 },
  createToken: { needs: 'signed-in', success: 200 },
};
