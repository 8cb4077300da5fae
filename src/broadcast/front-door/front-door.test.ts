import { Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionBudget } from '#src/broadcast/connections/connection-budget.ts';
import { Descriptors } from '#src/broadcast/connections/descriptors.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { FrontDoor } from './front-door.ts';

test.each([
  ['is no address here', 'EADDRNOTAVAIL', '192.0.2.1'],
  ['is one of IPv6 on a system without', 'EAFNOSUPPORT', '::'],
  ['is a name that nobody knows', 'ENOTFOUND', 'radio.invalid'],
])('a HOST that %s is named, with a way out', async (_what, code, host) => {
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
  onTestFinished(() => listen.mockRestore());
  const clock = new ManualClock();
  const budget = new ConnectionBudget({
    descriptors: new Descriptors({ limit: 1000, countOpen: () => 0 }, clock),
    trust: createProxyTrust({ trustProxy: 0, trustedProxies: [] }),
    clock,
  });
  await expect(FrontDoor.open({ host, port: 8080 }, budget)).rejects.toMatchObject({
    message: `HOST=${host} is no address of this machine.`,
    remedy: expect.stringContaining('0.0.0.0'),
  });
});
