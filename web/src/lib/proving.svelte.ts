// The one dialog that asks for the password again, before money or hidden cards.
export const proving = $state<{ answer: ((password: string | null) => void) | null }>({ answer: null });

/** The password, or nothing if it was not given. */
export function askPassword(): Promise<string | null> {
  proving.answer?.(null);
  return new Promise((resolve) => {
    proving.answer = (password) => {
      proving.answer = null;
      resolve(password);
    };
  });
}
