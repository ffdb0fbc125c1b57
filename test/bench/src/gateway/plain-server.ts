import { fastify } from 'fastify';

/** What the gateway is measured against: Fastify answering `bytes` of JSON from memory, as a process of its own. */
const [bytes = '1000'] = process.argv.slice(2);
const body = JSON.stringify({ filler: 'x'.repeat(Math.max(0, Number(bytes) - '{"filler":""}'.length)) });

const app = fastify({ logger: false });
app.get('/v2/files/:fileId', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
// Parses the message like the MCP endpoint.
app.post('/v2/mcp', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => void app.close());
