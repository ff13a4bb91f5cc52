// The one dialog that asks for the password again, before money or hidden cards, with the code of a second factor.
export interface Proof {
  password: string;
  code: string;
}

export const proving = $state<{ answer: ((proof: Proof | null) => void) | null }>({ answer: null });

/** The password and the code, or nothing if they were not given. */
export function askPassword(): Promise<Proof | null> {
  proving.answer?.(null);
  return new Promise((resolve) => {
    proving.answer = (proof) => {
      proving.answer = null;
      resolve(proof);
    };
  });
}
