import {
  type ComponentProps,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { afterChange, failureOf, NO_FAILURE, type SubmitFailure } from './submit-failure.ts';
import { useToldFailure } from './use-told-failure.ts';

export type Fields<Name extends string> = Readonly<Record<Name, string>>;

/** Where a form keeps what is being written. */
export interface Drafts<Name extends string> {
  /** Null where nothing is kept. */
  read(): Fields<Name> | null;
  keep(fields: Fields<Name>): void;
}

/** What is the form's own. */
export interface FormPlan<Name extends string> {
  readonly initial: Fields<Name>;
  /**
   * What else the fields begin with, where that is known late: null until then, and the same object while
   * nothing of it changes. It fills in what is empty, or stands as it filled it in before.
   */
  readonly late?: Fields<Name> | null;
  /** Goes before `late`. The same object as long as they are the same person's. */
  readonly drafts?: Drafts<Name>;
  /** Which field breaks which rule; what is missing or null breaks none. Asked whenever the form is drawn. */
  check(fields: Fields<Name>): Partial<Record<Name, string | null>>;
  /** A broken rule in words; null for one that is not the field's. */
  words(problem: string, name: Name, fields: Fields<Name>): string | null;
  /** Said when the server has not said what went wrong. */
  readonly failure: string;
  /** Broken rules show while one writes, not only after the first try to send. */
  readonly isLive?: boolean;
  /** What is said of the last try is over with the next letter, in whatever field. */
  readonly forgets?: boolean;
  /** What the server refuses of a field is said beside it and not in the red box. */
  readonly saysAtFields?: boolean;
}

/** What a field's component is given. The problem is in words. */
export interface BoundField {
  readonly value: string;
  readonly problem: string | null;
  /** The id of the element that says the problem already. */
  readonly saidIn: string | undefined;
  onValue(value: string): void;
}

/** How a form stands. The failure is that of the last try to send. */
export interface Form<Name extends string> extends Pick<SubmitFailure, 'code'> {
  readonly element: RefObject<HTMLFormElement | null>;
  /** In words, for the red box; null also where fields say it. */
  readonly error: string | null;
  /** For the red box. */
  readonly errorId: string;
  readonly fields: Fields<Name>;
  readonly isBusy: boolean;
  /** Something was kept from before. */
  readonly isKept: boolean;
  bind(name: Name): BoundField;
  /**
   * For the form's element. A field that breaks a rule is given the focus, and nothing is sent.
   * @param send what it throws becomes the failure
   */
  attributes(
    send: (fields: Fields<Name>) => Promise<void>,
    isBlocked?: boolean,
  ): Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>;
  /** Begins anew with these. */
  restart(fields: Fields<Name>): void;
}

/** Holds what is written in a form's fields, says which rules they break, and sends them. */
export function useForm<Name extends string>(plan: FormPlan<Name>): Form<Name> {
  const { check, isLive = false } = plan;
  const text = useText();
  const language = useLanguage();
  const errorId = useId();
  const element = useRef<HTMLFormElement>(null);
  const { fields, change, isKept, forgetKept } = useFields(element, plan);
  const [isChecked, setChecked] = useState(isLive);
  const [isBusy, setBusy] = useState(false);
  const [{ failure, told }, setTold] = useState({ failure: NO_FAILURE, told: language });
  const cause = useToldFailure(failure.cause, told);
  const focusOnProblem = useFocusOnProblem(element, isBusy);
  const broken = check(fields);

  const refusedWords = (name: Name) => {
    const problem = failure.problems[name];
    return problem ? plan.words(problem, name, fields) : null;
  };
  // The server's sentence is about the first field that it names, whose rule the form can say in any language.
  const [first] = Object.keys(failure.problems);
  const named = namesOf(fields).find((name) => name === first);
  const namedWords = named === undefined ? null : refusedWords(named);
  const isSaidAtField = plan.saysAtFields && namedWords !== null;
  const retold = told === language ? null : namedWords;
  const error = cause === null || isSaidAtField ? null : (retold ?? failureWords(text, cause, plan.failure));

  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    setTold({ failure: NO_FAILURE, told: language });
    try {
      await work();
    } catch (error) {
      setTold({ failure: failureOf(error), told: language });
    }
    setBusy(false);
  };

  return {
    code: failure.code,
    error,
    errorId,
    element,
    fields,
    isBusy,
    isKept,
    bind(name) {
      const own = isChecked ? broken[name] : null;
      return {
        value: fields[name],
        onValue(value) {
          const now = change((known) => ({ ...known, [name]: value }));
          plan.drafts?.keep(now);
          setTold((known) => ({
            ...known,
            failure: plan.forgets ? NO_FAILURE : afterChange(known.failure, name),
          }));
        },
        problem: own ? plan.words(own, name, fields) : refusedWords(name),
        saidIn: !own && error !== null && name === named ? errorId : undefined,
      };
    },
    attributes: (work, isBlocked = false) => ({
      ref: element,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (isBusy || isBlocked) return;
        setChecked(true);
        if (Object.values(broken).some(Boolean)) focusOnProblem();
        else send(() => work(fields));
      },
    }),
    restart(anew) {
      change(() => anew);
      forgetKept();
      setChecked(isLive);
    },
  };
}

/** What stands in the fields: what was written, else what was kept, else what is known of the writer. */
function useFields<Name extends string>(
  form: { readonly current: HTMLFormElement | null },
  { initial, late, drafts }: FormPlan<Name>,
) {
  const [fields, show] = useState(initial);
  /** As they stand now: a browser fills several fields in at once. */
  const latest = useRef(fields);
  const filledIn = useRef(initial);
  const [isKept, setKept] = useState(false);
  const isLate = late !== undefined;

  const change = useCallback((next: (known: Fields<Name>) => Fields<Name>) => {
    latest.current = next(latest.current);
    show(latest.current);
    return latest.current;
  }, []);

  // What was typed before the page came to life stands in the boxes alone, until they are drawn again.
  useLayoutEffect(() => {
    const element = form.current;
    if (isLate && element !== null) change((known) => typedIn(element, known));
  }, [form, isLate, change]);

  useEffect(() => {
    if (!late) return;
    const draft = drafts?.read() ?? null;
    const before = filledIn.current;
    filledIn.current = late;
    setKept(draft !== null);
    change((now) =>
      eachField(now, (name) => (now[name] === before[name] ? '' : now[name]) || draft?.[name] || late[name]),
    );
  }, [late, drafts, change]);

  return { fields, change, isKept, forgetKept: () => setKept(false) };
}

function typedIn<Name extends string>(form: HTMLFormElement, known: Fields<Name>): Fields<Name> {
  const typed = new FormData(form);
  return eachField(known, (name) => String(typed.get(name) ?? '').replaceAll('\r\n', '\n'));
}

function namesOf<Name extends string>(fields: Fields<Name>): readonly Name[] {
  const names: Name[] = [];
  for (const name in fields) names.push(name);
  return names;
}

/** The same fields with other values. */
function eachField<Name extends string>(fields: Fields<Name>, value: (name: Name) => string): Fields<Name> {
  const changed: Record<Name, string> = { ...fields };
  for (const name of namesOf(fields)) changed[name] = value(name);
  return changed;
}

/**
 * Gives the focus to the first field that breaks a rule. Call the returned function when the form finds one;
 * a problem that the server finds gets the focus once the form is no longer busy.
 */
function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, isBusy: boolean): () => void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) focusOnProblem(form.current);
    wasBusy.current = isBusy;
  }, [form, isBusy]);
  // After the broken fields have been marked.
  return () => requestAnimationFrame(() => focusOnProblem(form.current));
}

function focusOnProblem(form: HTMLFormElement | null): void {
  const broken = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A button that was pressed and is busy has lost the focus.
  const lost = isFocusLost() ? form?.querySelector<HTMLElement>('[type="submit"]') : null;
  (broken ?? lost)?.focus();
}
