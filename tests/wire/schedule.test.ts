import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { startWeb } from '../support/start-web.ts';

const SCHEMA = new URL('../../docs/week.xsd', import.meta.url);

async function faults(xml: string): Promise<string[]> {
  const result = await validateXML({ xml, schema: await readFile(SCHEMA, 'utf8') });
  return result.errors.map(({ message }) => message);
}

const WEEK = `<?xml version="1.0"?>
<week>
  <event><couleur>2</couleur><nom> Nuit &amp; "jour" 🎉 Вечер &lt;live&gt; </nom><hour>23</hour><day>7</day></event>
  <!-- breakfast -->
  <event><day>1</day><hour>8</hour><nom>Matin</nom><couleur>1</couleur></event>
</week>`;

function writing(files: Record<string, string>) {
  return async (stationDir: string) => {
    await mkdir(join(stationDir, 'schedule'));
    for (const [name, text] of Object.entries(files))
      await writeFile(join(stationDir, 'schedule', name), text);
  };
}

test('a stream’s week is the document of the wire, valid by its schema, in the order of the week', async () => {
  await using web = await startWeb({ writeStation: writing({ 'weekDance.xml': WEEK }) });
  const response = await web.fetch('/weekDance.xml');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const xml = await response.text();
  expect(xml).toContain(
    '<week><event><day>1</day><hour>8</hour><nom>Matin</nom><couleur>1</couleur></event><event><day>7</day>',
  );
  expect(xml).toContain('<nom>Nuit &amp; &quot;jour&quot; 🎉 Вечер &lt;live&gt;</nom>');
  expect(await faults(xml)).toEqual([]);
  const known = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
  expect((await web.fetch('/weekDance.xml', known)).status).toBe(304);
});

test('the schema refuses what the station refuses', async () => {
  const week = (event: string) => `<week>${event}</week>`;
  const event = (day: string, hour: string, nom = 'A', couleur = '1') =>
    `<event><day>${day}</day><hour>${hour}</hour><nom>${nom}</nom><couleur>${couleur}</couleur></event>`;
  expect(await faults(week(event('1', '0') + event('7', '23')))).toEqual([]);
  for (const wrong of [
    event('9', '8'),
    event('1', '25'),
    event('1', '8', ''),
    event('1', '8', 'A', '3'),
    event('1', '8') + event('1', '8'),
    '<event><day>1</day></event>',
    '<evening/>',
  ])
    expect(await faults(week(wrong)), wrong).not.toEqual([]);
});

test('streams without a schedule, and addresses near it, are not there', async () => {
  await using web = await startWeb({
    writeStation: writing({ 'weekDance.xml': WEEK, 'weekLounge.xml': WEEK }),
  });
  for (const path of ['/weekHits.xml', '/weekLounge.xml', '/weekdance.xml', '/weekRock.xml'])
    expect([path, (await web.fetch(path)).status]).toEqual([path, 404]);
});

test('a schedule that is edited is taken up, and a broken edit leaves the last good one', async () => {
  let stationDir = '';
  await using web = await startWeb({
    async writeStation(dir) {
      stationDir = dir;
      await writing({ 'weekClub.xml': WEEK })(dir);
    },
  });
  const file = join(stationDir, 'schedule', 'weekClub.xml');
  const shown = async () => (await web.fetch('/weekClub.xml')).text();
  await writeFile(file, WEEK.replace('Matin', 'Réveil'));
  await vi.waitFor(async () => expect(await shown()).toContain('Réveil'), PATIENT);
  await writeFile(file, WEEK.replace('<hour>8<', '<hour>25<'));
  await vi.waitFor(
    () => expect(web.errors.join()).toContain('schedule/weekClub.xml:5: hour: expected'),
    PATIENT,
  );
  expect(await shown()).toContain('Réveil');
});
