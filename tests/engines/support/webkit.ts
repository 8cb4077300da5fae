import { vi } from 'vitest';
import * as z from 'zod';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../../support/free-port.ts';
import { bringToMiddle, type EnginePage, type EngineSurroundings } from './engine-page.ts';
import { Program } from './program.ts';
import { outputEnvironment } from './virtual-output.ts';

/** Debian's, unless others are named: the driver, and the browser that comes with the engine for tests. */
const DRIVER = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
const BROWSER = process.env.WEBKIT_BROWSER;

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.looseObject({ browserVersion: z.string() }),
});
/** The name under which WebDriver hands out an element. */
const elementSchema = z.object({ 'element-6066-11e4-a52e-4f735466cecf': z.string() });

/** Opens a page in WebKitGTK, driven by WebDriver (w3.org/TR/webdriver2). */
export async function openWebKit({ folder, display, bus }: EngineSurroundings): Promise<EnginePage> {
  const port = await freePort();
  await using open = new AsyncDisposableStack();
  const environment = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: display,
    ...(bus !== null && { DBUS_SESSION_BUS_ADDRESS: bus }),
    // There is no assistive technology, and no graphics card.
    NO_AT_BRIDGE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    ...outputEnvironment(folder),
  };
  const driver = open.use(new Program(DRIVER, [`--port=${port}`], environment));
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = answerSchema.parse(await answer.json());
    if (!answer.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitFor(() => ask('GET', '/status'), PATIENT);
  const browser = {
    ...(BROWSER !== undefined && { binary: BROWSER }),
    args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
  };
  const { sessionId, capabilities } = sessionSchema.parse(
    await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
    }),
  );
  const session = `/session/${sessionId}`;
  const run: EnginePage['run'] = (work, ...values) =>
    ask('POST', `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args: values });
  const ends = open.move();
  return {
    engine: `WebKitGTK ${capabilities.browserVersion}`,
    get errors() {
      return driver.lines.filter((line) => /^CONSOLE \S+ ERROR/.test(line));
    },
    async goTo(url) {
      await ask('POST', `${session}/url`, { url });
    },
    run,
    async press(selector) {
      await run(bringToMiddle, selector);
      const found = await ask('POST', `${session}/element`, { using: 'css selector', value: selector });
      const { 'element-6066-11e4-a52e-4f735466cecf': id } = elementSchema.parse(found);
      await ask('POST', `${session}/element/${id}/click`, {});
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
