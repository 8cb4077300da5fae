import { type ComponentProps, useRef, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { ruleWords } from './rule-words.ts';
import { afterChange, failureOf, NO_FAILURE, type SubmitFailure } from './submit-failure.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';

type Fields<Name extends string> = Readonly<Record<Name, string>>;

/** What is the form's own. */
export interface FormPlan<Name extends string> {
  readonly initial: Fields<Name>;
  /** Which field breaks which rule; what is missing or null breaks none. Asked whenever the form is drawn. */
  check(fields: Fields<Name>): Partial<Record<Name, string | null>>;
  /** Said when the server has not said what went wrong. */
  readonly failure: string;
  /** Broken rules show while one writes, not only after the first try to send. */
  readonly isLive?: boolean;
}

/** What a field's component is given. The problem is in words. */
export interface BoundField {
  readonly value: string;
  readonly problem: string | null;
  onValue(value: string): void;
}

/** How a form stands. The failure is that of the last try to send. */
export interface Form<Name extends string> extends SubmitFailure {
  readonly fields: Fields<Name>;
  readonly isBusy: boolean;
  bind(name: Name): BoundField;
  /**
   * For the form's element. A field that breaks a rule is given the focus, and nothing is sent.
   * @param send what it throws becomes the failure
   */
  attributes(
    send: (fields: Fields<Name>) => Promise<void>,
    isBlocked?: boolean,
  ): Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>;
}

/** Holds what is written in a form's fields, says which rules they break, and sends them. */
export function useForm<Name extends string>({
  initial,
  check,
  failure: fallback,
  isLive = false,
}: FormPlan<Name>): Form<Name> {
  const text = useText();
  const ref = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(isLive);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NO_FAILURE);
  const focusOnProblem = useFocusOnProblem(ref, isBusy);
  const broken = check(fields);

  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(NO_FAILURE);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(text, error, fallback));
    }
    setBusy(false);
  };

  return {
    ...failure,
    fields,
    isBusy,
    bind(name) {
      const problem = (isChecked ? broken[name] : null) ?? failure.problems[name];
      return {
        value: fields[name],
        onValue(value) {
          setFields((known) => ({ ...known, [name]: value }));
          setFailure((known) => afterChange(known, name));
        },
        problem: problem ? ruleWords(text, problem) : null,
      };
    },
    attributes: (work, isBlocked = false) => ({
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (isBusy || isBlocked) return;
        setChecked(true);
        if (Object.values(broken).some(Boolean)) focusOnProblem();
        else send(() => work(fields));
      },
    }),
  };
}
