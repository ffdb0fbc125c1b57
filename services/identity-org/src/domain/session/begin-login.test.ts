import { describe, expect, it } from 'vitest';
import { readReturnPath } from './begin-login.ts';

describe('the path to return to', () => {
  it.each(['/', '/v2', '/v2/projects?page=2#top', '/a//b', '/%2F%2Fevil.example'])('keeps %s', (path) => {
    expect(readReturnPath(path)).toBe(path);
    expect(new URL(path, 'https://here.example').host).toBe('here.example');
  });

  it.each([
    '',
    'v2',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /v2',
    'javascript:alert(1)',
    `/${'a'.repeat(2000)}`,
  ])('replaces %j', (path) => {
    expect(readReturnPath(path)).toBe('/v2');
  });
});
