import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObjectStorage } from '../../src/storage/object-storage.ts';
import type { ObjectStorage } from '../../src/storage/object-storage.ts';
import { buildContentDisposition, createDownloadPresigner } from '../../src/storage/presigned-download.ts';
import { servers, uniqueName } from '../servers.ts';

const bucket = uniqueName();
const options = { expiresInSeconds: 60, fileName: 'Größe "1".jpg', contentType: 'image/jpeg' };
let storage: ObjectStorage;

beforeAll(async () => {
  storage = createObjectStorage({ ...servers.s3, bucket });
  await storage.ensureBucket();
  await storage.put('x/photo', Buffer.from('photo'), { contentType: 'application/octet-stream' });
});

afterAll(() => {
  storage.close();
});

/** Follows a link, optionally with another Host header. */
async function follow(url: string, host?: string): Promise<IncomingMessage> {
  const headers = host === undefined ? {} : { host };
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  return response;
}

describe('presigned downloads', () => {
  it('work without credentials, with the requested name and type', async () => {
    const signedAtMs = Date.now();
    const { url, expiresAt } = await storage.presignDownload('x/photo', options);
    const answeredMs = Date.now();
    const response = await follow(url);
    expect(await text(response)).toBe('photo');
    expect(response.headers['content-type']).toBe('image/jpeg');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="Gr__e _1_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.jpg`,
    );
    expect(expiresAt.getTime() - signedAtMs).toBeGreaterThan(57_000);
    expect(expiresAt.getTime() - answeredMs).toBeLessThanOrEqual(60_000);
  });

  it.each(['', '/base/path/'])('equal those of the SDK, at an endpoint with the path "%s"', async (path) => {
    const endpoint = `https://storage.example:8443${path}`;
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const client = new S3Client({ endpoint, region: 'eu-1', credentials, forcePathStyle: true });
    const presign = createDownloadPresigner({ client, endpoint, bucket });
    for (const key of ['x/photo', "o rg/ä+b/f'1(2)*!~=&?#%.png", 'a//b/../c', '/']) {
      const { url, expiresAt } = await presign(key, options);
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: options.contentType,
        ResponseContentDisposition: buildContentDisposition(options.fileName),
      });
      const signingDate = new Date(expiresAt.getTime() - 60_000);
      expect(url).toBe(await getSignedUrl(client, command, { expiresIn: 60, signingDate }));
    }
    client.destroy();
  });

  it('are refused after they expire', async () => {
    const { url } = await storage.presignDownload('x/photo', { ...options, expiresInSeconds: 1 });
    await expect.poll(async () => (await follow(url)).statusCode, { interval: 200 }).toBe(403);
  });

  it('are refused for another object, another disposition or another host', async () => {
    await storage.put('x/other', Buffer.from('other'), { contentType: 'image/jpeg' });
    const { url } = await storage.presignDownload('x/photo', options);
    expect((await follow(url.replace('x/photo', 'x/other'))).statusCode).toBe(403);
    const shown = new URL(url);
    shown.searchParams.set('response-content-disposition', 'inline');
    expect((await follow(shown.href)).statusCode).toBe(403);
    expect((await follow(url, 'elsewhere.example')).statusCode).toBe(403);
  });

  it('are bound to the public address', async () => {
    const proxy = createServer((incoming, outgoing) => {
      const target = new URL(incoming.url ?? '', servers.s3.endpoint);
      const onward = request(target, { headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0);
        answer.pipe(outgoing);
      });
      onward.end();
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const publicEndpoint = `http://localhost:${port.toString()}`;
    const published = createObjectStorage({ ...servers.s3, bucket, publicEndpoint });
    const { url } = await published.presignDownload('x/photo', options);
    expect(new URL(url).origin).toBe(publicEndpoint);
    expect(await text(await follow(url.replace('localhost', '127.0.0.1'), new URL(url).host))).toBe('photo');
    published.close();
    proxy.close();
  });

  it('escape file names, so that they cannot add headers or parameters', () => {
    expect(buildContentDisposition('a"\r\nset-cookie: x\\')).toBe(
      `attachment; filename="a___set-cookie: x_"; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20x%5C`,
    );
    expect(buildContentDisposition("it's (1)*.jpg")).toContain(`filename*=UTF-8''it%27s%20%281%29%2A.jpg`);
    expect(buildContentDisposition('lone \ud800')).toContain('lone%20%EF%BF%BD');
  });
});
