import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import {
  heardEntrySchema,
  journalEntrySchema,
  listenersEntrySchema,
  listeningEntrySchema,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { PATIENT, PATIENT_WITH_IMPORTS } from '#src/platform/testing/patience.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { createHome, endOf, type Home, type Radio, startRadio } from '../broadcast/support/radio.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { IMPORT_PROCESS, IMPORT_WORKER, killRunning, WEB_PROCESS } from './support/until-running.ts';

/** How often each process is killed; `ONDE_KILL_ROUNDS=25` for a long look. */
const ROUNDS = Number(process.env.ONDE_KILL_ROUNDS ?? 1);
const VICTIMS = {
  'the whole radio': null,
  'the web process': WEB_PROCESS,
  'the import': IMPORT_PROCESS,
  'an import worker': IMPORT_WORKER,
};
const REGISTRATIONS = 3;
const FILES = 2;
/** An import that was killed many times is tried again after two minutes at the latest. */
const RETRY = { ...PATIENT_WITH_IMPORTS, interval: 500 };
const journalLine = z.union([
  journalEntrySchema,
  listeningEntrySchema,
  heardEntrySchema,
  listenersEntrySchema,
]);
vi.setConfig({ testTimeout: RETRY.timeout + ROUNDS * 90_000 });

let home: Home;
let sink: SmtpSink;
let radio: Radio;
let files = 0;
let members = 0;
/** Who was told that the registration is taken. */
const acknowledged = new Set<string>();

beforeAll(async () => {
  home = await createHome();
  sink = await startSmtpSink();
  radio = await start();
});
afterAll(async () => {
  await radio[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

function start(): Promise<Radio> {
  return startRadio(home, {
    command: 'start',
    settings: { SMTP_URL: sink.url, MAIL_FROM: 'radio@example.org', TRUST_PROXY: '1' },
  });
}

/** A tone that no other file has: what sounds alike is one track. */
async function dropFile(): Promise<void> {
  files += 1;
  const folder = join(home.stationDir, 'music', 'dance');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `Artist ${files} - Tone.mp3`), Buffer.concat(toneFrames(12, 180 + 7 * files)));
}

/** Registers somebody from an address of their own, and notes whether the radio said yes. */
async function register(): Promise<void> {
  members += 1;
  const number = members;
  const email = `member${number}@example.org`;
  try {
    const reply = await fetch(`${radio.origin}/api-proxy.php?endpoint=register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({
        firstName: 'Alice',
        lastName: 'Martin',
        pseudo: `member${number}`,
        email,
        password: 'marée haute 1998',
        clientPreferences: { language: 'fr', streamId: 'dance', theme: 'dark', device: `d${number}` },
      }),
    });
    if (reply.status === 200) acknowledged.add(email);
  } catch {
    // Nothing was promised.
  }
}

function countOwedMails(): number {
  using database = new DatabaseSync(home.folder.database, { readOnly: true });
  const row = database.prepare('select count(*) as owed from mail_spool').get();
  return Number(row?.owed);
}

async function kill(pattern: RegExp | null): Promise<void> {
  if (pattern !== null) return void (await killRunning(radio.process.pid ?? 0, pattern));
  radio.process.kill('SIGKILL');
  await endOf(radio.process);
  radio = await start();
}

test.each(Object.entries(VICTIMS))(
  '%s may be killed at any moment: nothing that was said is lost',
  async (_who, pattern) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let file = 0; file < FILES; file += 1) await dropFile();
      const registering = Promise.all(Array.from({ length: REGISTRATIONS }, register));
      await delay(Math.random() * 1_000);
      await kill(pattern);
      await registering;
      await register();
    }

    // Whoever was told yes gets the mail, or it is still owed: one that was going out when its process died waits for two
    // minutes. Every file goes on air. Nobody repairs anything.
    await vi.waitFor(() => {
      const reached = new Set(sink.mails.flatMap(({ to }) => to));
      const missing = [...acknowledged].filter((email) => !reached.has(email));
      expect(missing.length).toBeLessThanOrEqual(countOwedMails());
    }, PATIENT);
    await vi.waitFor(async () => {
      const records = [...(await readCatalogue(home.folder)).values()];
      expect(records.flatMap(({ placements }) => placements)).toHaveLength(files);
      for (const { id, sizeBytes } of records)
        expect((await stat(mediaFiles(home.folder, id).audio)).size).toBe(sizeBytes);
    }, RETRY);
    expect(acknowledged.size).toBeGreaterThan(0);
    for (const name of await readdir(home.folder.journal)) {
      const lines = (await readFile(join(home.folder.journal, name), 'utf8')).split('\n').slice(0, -1);
      for (const line of lines) if (line !== '') journalLine.parse(JSON.parse(line));
    }
  },
);
