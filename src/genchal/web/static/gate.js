// The consent page of a study with a gate: finds the number that the server asks for before somebody can agree.
// SHA-256 (FIPS 180-4) is here because browsers offer their own only over HTTPS, and one call at a time.

import "./page.js";
import { say } from "./say.js";

const AT_ONCE = 1500; // tries, after which the page may breathe

const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number++) {
  if (PRIMES.every(prime => number % prime)) PRIMES.push(number);
}
const fraction = root => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map(prime => fraction(Math.cbrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

// Words of the hash of a text of ASCII characters.
export function sha256(text) {
  const blocks = ((text.length + 8) >> 6) + 1;
  const words = new Int32Array(16 * blocks);
  for (let place = 0; place < text.length; place++) {
    words[place >> 2] |= text.charCodeAt(place) << (24 - 8 * (place & 3));
  }
  words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3));
  words[16 * blocks - 1] = 8 * text.length;
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let round = 0; round < 64; round++) {
      if (round < 16) {
        schedule[round] = words[16 * block + round];
      } else {
        const near = schedule[round - 2], far = schedule[round - 15];
        schedule[round] = schedule[round - 16] + schedule[round - 7]
          + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) + (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3));
      }
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[round] + schedule[round]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
  }
  return state;
}

function countZeroBits(text) {
  let bits = 0;
  for (const word of sha256(text)) {
    bits += Math.clz32(word);
    if (word !== 0) break;
  }
  return bits;
}

function work(challenge, found) {
  const wanted = Number(challenge.split(".")[0]);
  let number = 0;
  const some = () => {
    for (const end = number + AT_ONCE; number < end; number++) {
      if (countZeroBits(`${challenge}:${number}`) >= wanted) return found(number);
    }
    return setTimeout(some);
  };
  some();
}

const asked = document.querySelector("input[name=_work]");
if (asked) {
  const agree = document.querySelector("[data-after-work]");
  const notice = document.getElementById("gate");
  agree.disabled = true;
  notice.textContent = say("gate");
  work(asked.value, number => {
    const proof = document.createElement("input");
    Object.assign(proof, { type: "hidden", name: "_proof", value: String(number) });
    asked.form.append(proof);
    agree.disabled = false;
    notice.textContent = "";
  });
}
