import { createContext, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { TOAST_ACTION_MS, TOAST_MS } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useRequired } from '#src/ui/context/use-required.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import type { IconName } from '#src/ui/icon/icon-paths.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './toasts.module.css';

/** Green for what worked, blue for information, red for a refusal. */
export type ToastKind = 'success' | 'info' | 'refusal';
/** What can be done about a message: it then stays longer. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
export type ShowToast = (kind: ToastKind, message: string, action?: ToastAction) => void;

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
  readonly action: ToastAction | undefined;
  /** By the page's own time. A dialog that opens or closes draws a message anew: its time goes on meanwhile. */
  readonly shownMs: number;
}

interface ShownMessages {
  readonly toasts: readonly Toast[];
  readonly remove: (id: number) => void;
  readonly setInDialog: (isInDialog: boolean) => void;
}

const ICONS: Record<ToastKind, IconName> = { success: 'check', info: 'info', refusal: 'warning' };

/** Assistive technology drops words that it has not begun to say when a dialog opens. */
const SAYING_MS = 1_000;

const ToastContext = createContext<ShowToast | null>(null);
export const MessagesContext = createContext<ShownMessages | null>(null);

/** Shows messages at the top right for some seconds each, above any dialog [R38]. */
export function ToastProvider(props: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [isInDialog, setInDialog] = useState(false);
  const [{ show, remove }] = useState(() => {
    let count = 0;
    return {
      show(kind: ToastKind, message: string, action?: ToastAction) {
        const toast = { id: count++, kind, message, action, shownMs: performance.now() };
        // The same words twice are one message that stays longer.
        setToasts((known) => [...known.filter((other) => other.message !== message), toast]);
      },
      remove(id: number) {
        setToasts((known) => known.filter((toast) => toast.id !== id));
      },
    };
  });

  const messages = { toasts, remove, setInDialog };
  return (
    <ToastContext value={show}>
      <MessagesContext value={messages}>{props.children}</MessagesContext>
      {isInDialog || <Messages {...messages} />}
    </ToastContext>
  );
}

/** Begins empty: live regions must be there before their words are, and an open dialog before what lies above it. */
export function Messages({ toasts, remove }: ShownMessages) {
  const text = useText();
  const region = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<typeof toasts>([]);
  // What was there before a dialog opened or closed has been said, unless that came right behind it.
  const [unsaidMs] = useState(() => performance.now() - SAYING_MS);
  const unsaid = shown.filter(({ shownMs }) => shownMs > unsaidMs);
  useEffect(() => setShown(toasts), [toasts]);

  // Where the focus was before it came to a message: whoever presses a button there goes on from it.
  const cameFrom = useRef<EventTarget | null>(null);
  const removePressed = (id: number) => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
    remove(id);
  };

  const newest = shown.at(-1);
  useEffect(() => {
    const element = region.current;
    if (element?.matches(':popover-open')) element.hidePopover();
    // Shown anew, it comes before all else that has opened since. To what can be done there Tab leads from where one is.
    const source = newest?.action && document.querySelector<HTMLElement>(':focus:not([popover] *)');
    if (newest) element?.showPopover(source ? { source } : {});
  }, [newest]);

  return (
    <>
      <Announcement live="polite" toasts={unsaid} />
      <Announcement live="assertive" toasts={unsaid} />
      <section
        ref={region}
        popover="manual"
        className={styles.region}
        aria-label={text('frame.messages')}
        onFocus={({ relatedTarget }) => {
          if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
        }}
      >
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onEnd={remove} onPress={removePressed} />
        ))}
      </section>
    </>
  );
}

export function useToast(): ShowToast {
  return useRequired(ToastContext);
}

function Announcement(props: { live: 'polite' | 'assertive'; toasts: readonly Toast[] }) {
  const { live, toasts } = props;
  const toast = toasts.findLast(({ kind }) => (kind === 'refusal') === (live === 'assertive'));
  return (
    <p className={hidden.hidden} aria-live={live} aria-atomic="true">
      {/* An element of its own: the same words would change nothing, and not be read out again. */}
      {toast && <span key={toast.id}>{toast.message}</span>}
    </p>
  );
}

function ToastCard(props: { toast: Toast; onEnd: (id: number) => void; onPress: (id: number) => void }) {
  const { toast, onEnd, onPress } = props;
  const { id, action } = toast;
  const text = useText();
  // Null while someone reads: its time begins anew after that.
  const [sinceMs, setSince] = useState<number | null>(toast.shownMs);
  const hold = () => setSince(null);
  const letGo = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) setSince(performance.now());
  };

  useEffect(() => {
    if (sinceMs === null) return;
    const endMs = sinceMs + (action ? TOAST_ACTION_MS : TOAST_MS);
    const timer = setTimeout(() => onEnd(id), endMs - performance.now());
    return () => clearTimeout(timer);
  }, [sinceMs, id, action, onEnd]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while someone reads
    <div
      className={`${styles.toast} ${styles[toast.kind]}`}
      data-toast={toast.kind}
      onMouseEnter={hold}
      onMouseLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <Icon name={ICONS[toast.kind]} />
      <p>{toast.message}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onPress(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={text('frame.close')}
        onClick={() => onPress(id)}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
