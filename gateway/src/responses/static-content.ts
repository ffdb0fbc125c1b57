import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, selectCoding } from './content-coding.ts';
import type { ContentCoding } from './content-coding.ts';
import { createEtag } from './revalidate-responses.ts';

const offered: readonly ContentCoding[] = ['br', 'gzip'];

export interface StaticContentOptions {
  readonly type: string;
  readonly cacheControl: string;
  /** Called once, for the first request. */
  readonly render: () => string | Promise<string>;
}

/** Content that is the same until the process stops. */
export interface StaticContent {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface Rendered {
  readonly identity: Buffer;
  readonly etag: string;
  readonly compressed: Map<ContentCoding, Promise<Buffer>>;
}

/** Renders large content once, compresses it once for each content coding, and keeps the results in memory. */
export function createStaticContent({ type, cacheControl, render }: StaticContentOptions): StaticContent {
  let rendered: Promise<Rendered> | undefined;
  return {
    async send(request, reply) {
      const { identity, etag, compressed } = await (rendered ??= prepare(render));
      const coding = selectCoding(request.headers['accept-encoding'], offered);
      void reply.type(type).headers({ 'cache-control': cacheControl, etag, vary: 'Accept-Encoding' });
      if (coding === undefined) return reply.send(identity);
      const content = compressed.get(coding) ?? compress(identity, coding, 'small');
      compressed.set(coding, content);
      return reply.header('content-encoding', coding).send(await content);
    },
  };
}

async function prepare(render: StaticContentOptions['render']): Promise<Rendered> {
  const identity = Buffer.from(await render());
  return { identity, etag: createEtag(identity), compressed: new Map() };
}
