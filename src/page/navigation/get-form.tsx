import type { ComponentProps, FormEvent } from 'react';
import { useAddress, useNavigate } from './navigation-context.tsx';

/** A form whose fields become the query of its own page: sent by the browser until scripts have come. */
export function GetForm(props: ComponentProps<'form'>) {
  const navigate = useNavigate();
  const { pathname } = useAddress();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate({ search: `?${queryOf(event.currentTarget)}` }, { keepsScroll: true });
  };
  return <form {...props} action={pathname} onSubmit={submit} />;
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return query;
}
