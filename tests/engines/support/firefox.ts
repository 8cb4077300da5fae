import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BidiSocket } from './bidi-socket.ts';
import { bringToMiddle, type EnginePage, type EngineSurroundings } from './engine-page.ts';
import { Program } from './program.ts';
import { outputEnvironment } from './virtual-output.ts';

/** Debian's, unless another one is named. */
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** It asks nobody anything and has nobody to call home to. What rules sound is as everybody has it. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  // With another way to the sound, a machine that has loudspeakers would not be without an output.
  'media.cubeb.backend': 'pulse-rust',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

const sessionSchema = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const tabSchema = z.object({ context: z.string() });
const logSchema = z.object({ level: z.string(), text: z.nullable(z.string()) });
const outcomeSchema = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.string()) }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const spotSchema = z.object({ x: z.number(), y: z.number() });

/** Opens a page in Firefox, driven by WebDriver BiDi. Without a window it does not know a desktop's keys. */
export async function openFirefox({ folder, display, bus }: EngineSurroundings): Promise<EnginePage> {
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), preferences.join(''));
  await using open = new AsyncDisposableStack();
  const window = bus === null ? ['--headless'] : [];
  const words = [...window, '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const environment = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    ...(bus !== null && { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus }),
    ...outputEnvironment(folder),
  };
  const firefox = open.use(new Program(FIREFOX, words, environment));
  const address = await firefox.says(/WebDriver BiDi listening on (ws:\S+)/);
  const bidi = open.adopt(await BidiSocket.open(`${address}/session`), (socket) => socket.close());
  const { capabilities } = sessionSchema.parse(await bidi.command('session.new', { capabilities: {} }));
  const errors: string[] = [];
  bidi.on('log.entryAdded', (parameters) => {
    const { level, text } = logSchema.parse(parameters);
    if (level === 'error') errors.push(text ?? '');
  });
  await bidi.command('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = tabSchema.parse(await bidi.command('browsingContext.create', { type: 'tab' }));

  const run: EnginePage['run'] = async (work, ...values) => {
    const outcome = outcomeSchema.parse(
      await bidi.command('script.callFunction', {
        functionDeclaration: `() => JSON.stringify((${work})(...${JSON.stringify(values)}))`,
        awaitPromise: false,
        target: { context },
      }),
    );
    if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
    return outcome.result.value === undefined ? undefined : JSON.parse(outcome.result.value);
  };
  const ends = open.move();
  return {
    engine: `Firefox ${capabilities.browserVersion}`,
    errors,
    async goTo(url) {
      await bidi.command('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run,
    async press(selector) {
      const spot = spotSchema.parse(await run(bringToMiddle, selector));
      const actions = [
        { type: 'pointerMove', ...spot },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await bidi.command('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'hand', actions }],
      });
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
