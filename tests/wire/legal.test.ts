import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { legalSchema } from '#src/features/legal/legal.wire.ts';
import { startWeb } from '../support/start-web.ts';

const dataOf = (body: unknown) => legalSchema.parse(Object(body).data);

test('a station’s own notice is told as it is written, and the program’s where there is none [W101]', async () => {
  await using web = await startWeb({
    station: { association: { name: 'Les Amis', email: 'ici@example.org' } },
    writeStation: (stationDir) => writeFile(join(stationDir, 'legal.fr.md'), '# Mentions\n\n<b>Texte</b>'),
  });
  const reply = await web.call('legal');
  expect(reply.status).toBe(200);
  const { fr, en, email } = dataOf(reply.body);
  expect({ fr, email }).toEqual({ fr: '# Mentions\n\n<b>Texte</b>', email: 'ici@example.org' });
  expect(en).toContain('**Les Amis**');
  await using bare = await startWeb();
  expect(dataOf((await bare.call('legal')).body)).toMatchObject({
    fr: expect.stringContaining('Responsable du traitement'),
    email: '',
  });
});
