// Sounds: on after the first click, never on a hidden page but for one's own turn, off when they are switched off.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../src/lib/settings.svelte';
import { mayPlay } from '../src/lib/sound';

describe('a sound', () => {
  let active = true;

  beforeEach(() => {
    active = true;
    vi.stubGlobal('AudioContext', vi.fn());
    vi.stubGlobal('navigator', { get userActivation() { return { hasBeenActive: active }; } });
    settings.sound = true;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    settings.sound = true;
    Reflect.deleteProperty(document, 'hidden');
  });

  it('is heard after a first click or key, not before', () => {
    expect(mayPlay('chips')).toBe(true);
    active = false;
    expect(mayPlay('chips')).toBe(false);
  });

  it('is not heard when sounds are switched off', () => {
    settings.sound = false;
    expect(mayPlay('turn')).toBe(false);
  });

  it('is heard on a hidden page only for one’s own turn', () => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    expect(mayPlay('chips')).toBe(false);
    expect(mayPlay('turn')).toBe(true);
  });
});
