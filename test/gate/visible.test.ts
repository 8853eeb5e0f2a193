import { describe, expect, it } from 'vitest';
import { defanged, visible } from '../../lambda/gate/visible.ts';

describe('text that hides or turns', () => {
  it.each([
    ['a direction override', 'pay \u202eevil\u202c now', 'pay [U+202E]evil[U+202C] now'],
    ['an isolate', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
    ['a zero-width space', 'in\u200bvisible', 'in[U+200B]visible'],
    ['a soft hyphen', 'soft\u00adhyphen', 'soft[U+00AD]hyphen'],
    ['a byte order mark', '\ufefftext', '[U+FEFF]text'],
    ['a tag character', 'x\u{e0041}y', 'x[U+E0041]y'],
    ['a filler letter', 'a\u3164b', 'a[U+3164]b'],
    ['a control', 'a\u0007b\u0000c', 'a[U+0007]b[U+0000]c'],
    ['a line separator', 'a\u2028b', 'a[U+2028]b'],
    ['a lone carriage return', 'a\rb', 'a[U+000D]b'],
    ['half a character', 'a\ud800b', 'a[U+D800]b'],
    ['a private character', 'a\ue000b', 'a[U+E000]b'],
    ['hidden data in variation selectors', 'a\ufe01\ufe02b', 'a[U+FE01][U+FE02]b'],
    [
      'a tower of marks',
      'e\u0301\u0302\u0303\u0304\u0305\u0306',
      'e\u0301\u0302\u0303\u0304[U+0305][U+0306]',
    ],
    ['lines that push the rest out of sight', `a${'\n'.repeat(200)}b`, 'a\n\n\n[↵×197]b'],
  ])('%s is shown', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each([
    ['Hong Kong writing', '早晨。天文台錄得氣溫 19 度，相對濕度百分之 78。'],
    ['lines and tabs', 'one\n\n\ttwo\r\nthree'],
    ['emoji with their joiners', '👩‍🚒 ❤️ 👍🏽 🏳️‍🌈 1️⃣'],
    ['a Han variant', '葛\u{e0100}飾区'],
    ['accents', 'café, cafe\u0301, Việt Nam'],
    ['nothing', ''],
  ])('%s stays as it is', (_, text) => {
    expect(visible(text)).toBe(text);
  });
});

describe('text that mail programs turn into links', () => {
  it.each([
    ['https://evil.example/a?b=c', 'https[:]//evil[.]example/a?b=c'],
    ['see evil.example or www.hko.gov.hk.', 'see evil[.]example or www[.]hko[.]gov[.]hk.'],
    ['write to x@evil.example', 'write to x@evil[.]example'],
    ['mailto:x@evil.example javascript:alert(1)', 'mailto[:]x@evil[.]example javascript[:]alert(1)'],
    ['例子.公司', '例子[.]公司'],
    ['HTTP://EVIL.EXAMPLE', 'HTTP[:]//EVIL[.]EXAMPLE'],
  ])('%s is broken, and still readable', (text, shown) => {
    expect(defanged(text)).toBe(shown);
  });

  it('figures, times and sentences are left alone', () => {
    const text = 'At 7.30 it was 18.5 °C. No rain. Ratio 1:2. 12:00';
    expect(defanged(text)).toBe(text);
  });
});
