import type { ComponentProps, MouseEvent } from 'react';
import { type Destination, hrefOf } from './destination.ts';
import { type NavigateOptions, useAddress, useNavigation } from './navigation-context.tsx';

/**
 * A link to a page of this site: the browser's own until scripts have come, and for a new tab.
 * @param props.to where it leads
 * @param props.prepares fetches the page's script as soon as the pointer is on the link
 */
export function Link(
  props: Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: Destination; prepares?: boolean },
) {
  const { to, replace, keepsScroll, prepares, onClick, ...rest } = props;
  const { navigate, prepare } = useNavigation();
  const href = hrefOf(to, useAddress());
  const options: NavigateOptions = { ...(replace && { replace }), ...(keepsScroll && { keepsScroll }) };
  const onIntent = prepares ? () => prepare(href) : undefined;
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || wantsBrowser(event)) return;
        event.preventDefault();
        navigate(href, options);
      }}
    />
  );
}

/** Whether a press asks for more than the page: a new tab or window, or a file. */
function wantsBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const isElsewhere = target !== '' && target !== '_self';
  return (
    isElsewhere || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  );
}
