import { expect, it } from 'vitest';
import { readDeviceType } from '../src/guard/device-type.ts';

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
const androidTablet = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const firefoxTablet = 'Mozilla/5.0 (Android 15; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0';

it.each([
  ['desktop', mac, undefined],
  ['desktop', windows, '?0'],
  ['desktop', windows, undefined],
  ['desktop', linux, undefined],
  ['mobile', iPhone, undefined],
  ['mobile', phone, undefined],
  ['mobile', phone, '?1'],
  ['mobile', 'an agent without details', '?1'],
  ['desktop', 'an agent without details', '?0'],
  ['tablet', iPad, undefined],
  ['tablet', androidTablet, '?0'],
  ['tablet', androidTablet, undefined],
  ['tablet', firefoxTablet, undefined],
  [undefined, 'curl/8.11.0', undefined],
  [undefined, undefined, undefined],
])('%s is the device of the agent %s with the hint %s', (device, agent, hint) => {
  const headers = {
    ...(agent !== undefined && { 'user-agent': agent }),
    ...(hint !== undefined && { 'sec-ch-ua-mobile': hint }),
  };
  expect(readDeviceType(headers)).toBe(device);
});
