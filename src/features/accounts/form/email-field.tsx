import { useText } from '#src/i18n/use-text.ts';
import type { BoundField } from '#src/page/form/use-form.ts';
import { Field } from '#src/ui/field/field.tsx';

/** A field for the e-mail address of an account, which is what password managers know the account by. */
export function EmailField(props: BoundField) {
  const text = useText();
  return (
    <Field label={text('accounts.email')} type="email" inputMode="email" autoComplete="username" {...props} />
  );
}
