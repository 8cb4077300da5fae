import * as z from 'zod/mini';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';

/** In pixels [A38]. */
const SIGN_IN_WINDOW = { width: 500, height: 600 } as const;
/** A second press reuses the window that is open. */
const NAME = 'onde-sign-in';

const messageSchema = z.union([
  z.extend(signedInSchema, {
    type: z.literal('APPLE_AUTH_SUCCESS'),
    cleared: z._default(z.boolean(), false),
  }),
  z.object({ type: z.literal('APPLE_AUTH_ERROR'), error: z.string(), code: z.optional(z.string()) }),
]);

/** What the page says to the window that it has heard [W217]. */
export const WINDOW_HEARD = 'onde-heard';

/** How often the page looks whether the window was closed. */
const LOOK_EVERY_MS = 1_000;

/** What the window has to say [W92]; null for one that was closed without a word. */
export type WindowOutcome =
  | null
  | { readonly signedIn: SignedIn; readonly isCleared: boolean }
  | { readonly error: string; readonly code: string };

/** The part of the window that is opened. */
interface OpenedWindow {
  readonly closed: boolean;
  postMessage(message: string, origin: string): void;
}

/** The part of the page's window that opens another one. */
export interface OpeningPage {
  readonly location: { readonly origin: string };
  readonly screenX: number;
  readonly screenY: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
  open(address: string, name: string, features: string): OpenedWindow | null;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  setInterval(work: () => void, ms: number): number;
  clearInterval(timer: number): void;
}

/**
 * Opens the provider's page in a window of its own and waits for its one message, from that window and our
 * own origin alone, until it is closed. Disposing stops the waiting.
 * @returns null when the browser lets none open
 */
export function openSignInWindow(
  page: OpeningPage,
  address: string,
  tell: (outcome: WindowOutcome) => void,
): Disposable | null {
  const left = Math.round(page.screenX + (page.outerWidth - SIGN_IN_WINDOW.width) / 2);
  const top = Math.round(page.screenY + (page.outerHeight - SIGN_IN_WINDOW.height) / 2);
  const features = `popup,width=${SIGN_IN_WINDOW.width},height=${SIGN_IN_WINDOW.height},left=${left},top=${top}`;
  const opened = page.open(address, NAME, features);
  if (opened === null) return null;
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== page.location.origin || source !== opened) return;
    const { success, data: message } = messageSchema.safeParse(data);
    if (!success) return;
    stop();
    // It closes then; unheard it becomes the site.
    opened.postMessage(WINDOW_HEARD, page.location.origin);
    if (message.type === 'APPLE_AUTH_SUCCESS')
      tell({ signedIn: { user: message.user, token: message.token }, isCleared: message.cleared });
    else tell({ error: message.error, code: message.code ?? '' });
  };
  // What it said last may come after it was closed.
  let wasClosed = false;
  const timer = page.setInterval(() => {
    if (wasClosed) {
      stop();
      tell(null);
    }
    wasClosed = opened.closed;
  }, LOOK_EVERY_MS);
  const stop = () => {
    page.clearInterval(timer);
    page.removeEventListener('message', hear);
  };
  page.addEventListener('message', hear);
  return { [Symbol.dispose]: stop };
}
