import type { ComponentProps, FormEvent } from 'react';
import { useAddress, useNavigate } from './navigation-context.tsx';

/**
 * A form whose fields become the query of its own page: sent by the browser until scripts have come.
 * @param props.onRepeat what is sent stands in the address already, and who sends it once more wants it asked
 * once more
 */
export function GetForm({ onRepeat, ...props }: ComponentProps<'form'> & { onRepeat: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useAddress();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = queryOf(event.currentTarget).toString();
    if (query === new URLSearchParams(search).toString()) onRepeat();
    else navigate({ search: `?${query}` }, { keepsScroll: true });
  };
  return <form {...props} action={pathname} onSubmit={submit} />;
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return query;
}
