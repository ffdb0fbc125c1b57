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
  createToken: { needs: 'signed-in', success: 200 },
};
