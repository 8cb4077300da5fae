import {
  createContext,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { useRequired } from '#src/ui/context/use-required.ts';

/** Facts about the open dialog for other parts of the page. */
export interface DialogTraits {
  /** The page's keyboard commands go on working over it. */
  readonly leavesKeys?: boolean;
}

export interface Dialogs {
  /** Shows a dialog (a component made of `Dialog`), or none for null; the one that is open closes. */
  open(dialog: ReactNode, traits?: DialogTraits): void;
  /**
   * Shows a dialog once it has come, and rejects when it does not come; neither when another one was asked for
   * after it.
   */
  openLater(dialog: Promise<ReactNode>, traits?: DialogTraits): Promise<void>;
  /**
   * Closes the dialog that it was given to, unless another one is open by now; given to none, whichever is
   * open. The focus goes back to the element that opened the first of them, unless what came of it has taken
   * the focus.
   */
  close(): void;
}

/** Of the dialog that is open, or of one that is on its way. */
interface PresentDialog extends DialogTraits {
  readonly isComing?: boolean;
}

interface Shown {
  readonly key: number;
  readonly dialog: ReactNode;
  readonly traits: DialogTraits;
  /** As the dialog itself uses them. */
  readonly dialogs: PageDialogs;
}

interface PageDialogs extends Dialogs {
  /**
   * No context of the page changes for a dialog: React would take those parts out of the page that are not alive yet,
   * until their scripts have come.
   */
  readonly shown: ObservableValue<Shown | null>;
  /** While one is on its way. */
  readonly asked: ObservableValue<PresentDialog | null>;
}

/** While a dialog is on its way nothing lies over the page yet. */
const ASKED: PresentDialog = { leavesKeys: true, isComing: true };

/** Whoever finds a better place for a focus that has none has done so by then. */
const FOUND_MS = 200;

const DialogsContext = createContext<PageDialogs | null>(null);

/** Holds the one dialog that may be open at a time [A12]. */
export function DialogsProvider(props: { children: ReactNode }) {
  const opener = useRef<Element | null>(null);
  /** Dialogs that were asked for so far. */
  const count = useRef(0);

  const dialogs = useMemo<PageDialogs>(() => {
    const shown = new ObservableValue<Shown | null>(null);
    const asked = new ObservableValue<PresentDialog | null>(null);
    const open: Dialogs['open'] = (dialog, traits = {}) => {
      // What opened the first one: a button that has sent a form and rests has lost the focus by then.
      if (dialog) opener.current ??= document.activeElement;
      // What a dialog waits for may come when another one is open: it closes itself alone.
      const close = () => shown.read() === next && shown.set(null);
      const next: Shown = { key: ++count.current, dialog, traits, dialogs: { ...pageDialogs, close } };
      shown.set(dialog ? next : null);
      asked.set(null);
    };
    const openLater: Dialogs['openLater'] = async (dialog, traits) => {
      const turn = ++count.current;
      const isLast = () => turn === count.current;
      asked.set(ASKED);
      try {
        const come = await dialog;
        if (isLast()) open(come, traits);
      } catch (error) {
        if (!isLast()) return;
        asked.set(null);
        throw error;
      }
    };
    const pageDialogs = { open, openLater, close: () => shown.set(null), shown, asked };
    return pageDialogs;
  }, []);
  const shown = useValue(dialogs.shown);

  useEffect(() => {
    const element = opener.current;
    if (shown || !element) return;
    opener.current = null;
    if (document.activeElement !== document.body) return;
    const main = document.getElementById('main');
    // Once the dialog has gone: elements under a modal dialog cannot take the focus, nor could a page that has come
    // meanwhile, which waits for it with its title. Where the element is gone, as the login button is after a login,
    // what it stood in is found by page/lost-focus.ts, whose script may not have come.
    const place = main?.ariaLabel || element === document.body ? main : element;
    if (place instanceof HTMLElement) place.focus();
    setTimeout(() => document.activeElement === document.body && main?.focus(), FOUND_MS);
  }, [shown]);

  return (
    <DialogsContext value={dialogs}>
      {props.children}
      {shown && (
        <DialogsContext value={shown.dialogs}>
          <Suspense key={shown.key}>{shown.dialog}</Suspense>
        </DialogsContext>
      )}
    </DialogsContext>
  );
}

/** The dialog that is open, or has been asked for; null for none. */
export function useOpenDialog(): PresentDialog | null {
  const { shown, asked } = useRequired(DialogsContext);
  const [open, coming] = [useValue(shown), useValue(asked)];
  return open?.traits ?? coming;
}

function useValue<T>({ subscribe, read }: ObservableValue<T>): T {
  return useSyncExternalStore(subscribe, read, read);
}

export function useDialogs(): Dialogs {
  return useRequired(DialogsContext);
}
