import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './disclosure.module.css';

/**
 * A button that shows a list under it. The platform opens and closes it, before any script has come too;
 * Escape gives the focus back, a press elsewhere closes it. Scripts add that the arrows walk through the
 * list, and that the focus elsewhere and a choice close it.
 */
export function Disclosure(props: {
  button: ReactNode;
  label?: string;
  buttonClass?: string | undefined;
  /** What the button is a link to, for other tabs and without scripts. */
  href?: string;
  align?: 'start' | 'end';
  /** Its content is not in the page before it is opened. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const { button, label, buttonClass = '', href, align = 'start', isLazy = false, children } = props;
  /**
   * Unknown until the script has come: the platform then says by itself whether the button's list is shown.
   */
  const [isOpen, setOpen] = useState<boolean>();
  /** What is lazy stays then: the platform gives the focus back from what is still there. */
  const [hasOpened, setOpened] = useState(!isLazy);
  const root = useRef<HTMLDivElement>(null);
  const buttonOrLink = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  /** Whether a pointer that has come down on the link found the list open: null for the press of a key. */
  const pressedOpen = useRef<boolean | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const close = () => list.current?.hidePopover();

  useEffect(() => {
    const isOpenAlready = list.current?.matches(':popover-open') ?? false;
    setOpen(isOpenAlready);
    if (isOpenAlready) setOpened(true);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    pressedOpen.current = null;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (isOpen) moveFocus(root.current, step);
    else buttonOrLink.current?.click();
  };

  const named = {
    className: buttonClass,
    'aria-label': label,
    'aria-expanded': isOpen,
    'aria-controls': listId,
  };
  const openFromLink = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The press of a pointer has closed an open one by itself, that of a key has not.
    const wasOpen = pressedOpen.current ?? isOpen;
    pressedOpen.current = null;
    if (wasOpen) close();
    else if (buttonOrLink.current) list.current?.showPopover({ source: buttonOrLink.current });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside
    <div
      ref={root}
      className={styles.disclosure}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) close();
      }}
    >
      {href === undefined ? (
        <button ref={buttonOrLink} type="button" {...named} popoverTarget={listId}>
          {button}
        </button>
      ) : (
        <a
          ref={buttonOrLink}
          href={href}
          {...named}
          onPointerDown={() => {
            pressedOpen.current = isOpen ?? false;
          }}
          onClick={openFromLink}
        >
          {button}
        </a>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears the choices inside */}
      <div
        ref={list}
        id={listId}
        popover="auto"
        className={align === 'end' ? `${styles.list} ${styles.end}` : styles.list}
        onBeforeToggle={(event) => {
          setOpen(event.newState === 'open');
          setOpened(true);
          placeUnder(event.currentTarget, buttonOrLink.current, align);
        }}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, [data-closes]')) close();
        }}
      >
        {hasOpened && children}
      </div>
    </div>
  );
}

function moveFocus(root: HTMLElement | null, step: number): void {
  const stops = [...(root?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/**
 * For browsers whose styles cannot place it at its button (Safari before 26): it would stand in the middle.
 */
function placeUnder(list: HTMLElement, button: HTMLElement | null, align: 'start' | 'end'): void {
  if (button === null || CSS.supports('position-area', 'bottom')) return;
  const { left, right, bottom } = button.getBoundingClientRect();
  const side = align === 'start' ? `auto auto ${left}px` : `${innerWidth - right}px auto auto`;
  Object.assign(list.style, { position: 'fixed', margin: '8px 0', inset: `${bottom}px ${side}` });
}
