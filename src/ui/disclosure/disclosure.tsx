import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './disclosure.module.css';

/**
 * A button that shows a list under it. Escape closes it and gives the focus back; the arrows walk through the list; a
 * press or the focus elsewhere closes it, and so does a choice.
 */
export function Disclosure(props: {
  button: ReactNode;
  label?: string;
  buttonClass?: string | undefined;
  align?: 'start' | 'end';
  /** What it shows is not in the page before it is opened. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const { button, label, buttonClass = '', align = 'start', isLazy = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      trigger.current?.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (isOpen) moveFocus(root.current, step);
    else setOpen(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside
    <div
      ref={root}
      className={styles.disclosure}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget))
          setOpen(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears the choices inside */}
      <div
        id={listId}
        className={`${styles.list} ${styles[align]}`}
        hidden={!isOpen}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, [data-closes]')) setOpen(false);
        }}
      >
        {(isOpen || !isLazy) && children}
      </div>
    </div>
  );
}

function moveFocus(root: HTMLElement | null, step: number): void {
  const stops = [...(root?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops[(at + step + stops.length) % stops.length]?.focus();
}
