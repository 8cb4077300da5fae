import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { addTones, createHome, launchRadio } from './support/radio.ts';

test.skipIf(!existsSync('/dev/full'))(
  '[W233] a radio whose log finds no space goes on the air, and stays there',
  async () => {
    await using home = await createHome();
    await addTones(home, 2, 20);
    await using full = await open('/dev/full', 'w');
    await using radio = await launchRadio(home, { printsTo: full.fd });
    const ready = async () => (await fetch(`${radio.origin}/readyz`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENT);
    using heard = listen(radio.origin, '/stream/dance.mp3');
    await heard.bytes(150_000);
    expect(radio.process.exitCode).toBeNull();
    expect(await radio.end('SIGTERM')).toBe(0);
  },
);
